import "./account-menu.js";
import "./list-pictures.js";
import "./list-refresh.js";
import "./list-rows.js";
import "./live-lookup.js";
import "./record-sheets.js";
import "./relative-time.js";
