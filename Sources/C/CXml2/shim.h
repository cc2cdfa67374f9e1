#include <iconv.h>
// Debian builds libxml2 with ICU and shows ICU's types in one struct that is not used here. Foundation brings an ICU of its own, and
// the two cannot be seen together.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
