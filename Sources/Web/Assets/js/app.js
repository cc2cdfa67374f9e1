import "./live-lookup.js";
import "./relative-time.js";
