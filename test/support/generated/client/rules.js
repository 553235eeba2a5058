// Generated from schemas/ by `cms generate`, which overwrites this file.

var VIOLATION_CODES = /* @__PURE__ */ (() => ({
  type: "ba785a8c-82cb-4283-967c-3cf342181b40",
  notBlank: "c1051bb4-d103-4f74-8988-acbcafc7fdc3",
  notNull: "ad32d13f-c3d4-423b-909a-857b961eb720",
  choice: "8e179f1b-97aa-4560-a02f-2a8b42e49df7",
  unique: "23bd9dbf-6b9b-41cd-a99e-4844bcf3077f",
  tooLong: "d94b19cc-114f-4f44-9cc4-4138e80a87b9",
  range: "04b91c99-a946-4221-afc5-e65ebac401eb",
  number: "ad9a9798-7a99-4df7-8ce9-46e416a1e60b",
  dateTime: "1a9da513-2640-4f84-9b6a-4d99dcddc628",
  date: "69819696-02ac-4a99-9ff0-14e127c4d1bc",
  noSuchDate: "3c184ce5-b31d-4de7-8b76-326da7b2be93",
  time: "9d27b2bb-f755-4fbf-b725-39b1edbdebdf",
  noSuchTime: "8532f9e1-84b2-4d67-8989-0818bc38533b",
  uuid: "51120b12-a2bc-41bf-aa53-cd73daf330d0"
}))();
function messageOf(template, values = {}) {
  const { parameters, count: count2 } = values;
  const message = fillPlaceholders(count2 === void 0 ? template : chooseForm(template, count2), parameters);
  return message === template ? { message } : { message, template, ...values };
}
function fillPlaceholders(text2, parameters = {}, language2) {
  return text2.replace(PLACEHOLDER, (whole, name) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : void 0;
    return value instanceof Date ? formatDate(value, language2) : value ?? whole;
  });
}
function formatDate(date2, language2 = "en-US") {
  if (Number.isNaN(date2.getTime())) return "invalid date";
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" };
  return new Intl.DateTimeFormat(language2, options).format(date2).replace(/\u202f/g, " ");
}
var PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;
function chooseForm(template, count2) {
  const [one = "", many] = template.split("|");
  return many === void 0 || Math.abs(count2) === 1 ? one : many;
}
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object" && !(value instanceof Date)) {
    const members2 = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
    return `{${members2.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
var DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
function parseDateTime(text2, now) {
  const trimmed = text2.trim();
  if (trimmed.toLowerCase() === "now") return now;
  const match = DATE_TIME.exec(trimmed);
  if (match === null) return void 0;
  const [, day = "", minutes = "00:00", seconds = ":00", fraction = "", offset = "Z"] = match;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const parsed = /* @__PURE__ */ new Date(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(parsed.getTime()) || !isCalendarDay(day) || !isStorableDate(parsed) ? void 0 : parsed;
}
function isStorableDate(date2) {
  const year = date2.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
function isCalendarDay(day) {
  const parsed = /* @__PURE__ */ new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && !day.startsWith("0000") && parsed.toISOString().startsWith(day);
}
function report({ violations, path }, options, entry) {
  const { payload } = options;
  const { code, parameters = {}, count: count2, hint } = entry;
  const values = count2 === void 0 ? { parameters } : { parameters, count: count2 };
  violations.add({
    propertyPath: path,
    ...messageOf(options.message ?? entry.message, values),
    code,
    ...payload === void 0 ? {} : { payload },
    ...hint === void 0 ? {} : { hint }
  });
}
function reportType(place, type2) {
  report(
    place,
    {},
    {
      message: "This value should be of type {{ type }}.",
      code: VIOLATION_CODES.type,
      parameters: { type: type2 }
    }
  );
}
function checkSize(subject, options, measured) {
  const { size, parameters, violations } = measured;
  const min = options.exactly ?? options.min;
  const max = options.exactly ?? options.max;
  const isShort = min !== void 0 && size < min;
  const limit = isShort ? min : max;
  if (limit === void 0 || !isShort && size <= limit) return;
  const option = min === max ? "exactMessage" : isShort ? "minMessage" : "maxMessage";
  const { message, code } = violations[option];
  report(
    subject,
    { payload: options.payload },
    {
      message: options[option] ?? options.message ?? message,
      code,
      parameters: { ...parameters, limit: String(limit) },
      count: limit
    }
  );
}
function isPlainObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
function readText(subject, options = {}) {
  const { value } = subject;
  if (value === null || value === void 0) return null;
  if (typeof value !== "string" && typeof value !== "number") {
    reportType(subject, "string");
    return null;
  }
  const text2 = options.normalizer === "trim" ? String(value).trim() : String(value);
  return text2 === "" && options.keepEmpty !== true ? null : text2;
}
var NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
function readNumber(value) {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : NaN;
}
function readInstant(value) {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== "string" || !/^\d{4}-\d{2}/.test(value)) return NaN;
  return (parseDateTime(value, NEVER) ?? NEVER).getTime();
}
var NEVER = /* @__PURE__ */ (() => /* @__PURE__ */ new Date(NaN))();
function formatValue(value) {
  if (value === null || value === void 0) return "null";
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return formatDate(value);
  return Array.isArray(value) ? "array" : "object";
}
var parameterOf = (value) => value instanceof Date ? value : formatValue(value);
function choice(subject, options) {
  const { value } = subject;
  if (value === null || value === void 0) return;
  const choices = options.choices ?? [];
  const isValid = (entry) => choices.some((one) => one === entry) === (options.match ?? true);
  const parameters = { choices: choices.map(formatValue).join(", ") };
  if (options.multiple === true) {
    chooseMany(subject, { options, isValid, parameters });
    return;
  }
  if (isValid(value)) return;
  report(subject, options, {
    message: "The value you selected is not a valid choice.",
    code: VIOLATION_CODES.choice,
    parameters: { ...parameters, value: formatValue(value) },
    hint: choicesHint(options)
  });
}
var MOST_LISTED = 20;
function choicesHint({ choices = [], match = true }) {
  if (!match || choices.length === 0 || choices.length > MOST_LISTED) return void 0;
  const listed = choices.map(formatValue).join(", ");
  return messageOf("Expected one of: {{ choices }}.", { parameters: { choices: listed } });
}
function chooseMany(subject, { options, isValid, parameters }) {
  const { value } = subject;
  if (!Array.isArray(value)) return reportType(subject, "array");
  const { payload } = options;
  const bad = value.find((entry) => !isValid(entry));
  if (bad !== void 0) {
    return report(
      subject,
      { payload },
      {
        message: options.multipleMessage ?? options.message ?? "One or more of the given values is invalid.",
        code: VIOLATION_CODES.choice,
        parameters: { ...parameters, value: formatValue(bad) },
        hint: choicesHint(options)
      }
    );
  }
  if (options.min !== void 0 && value.length < options.min) {
    return report(
      subject,
      { payload },
      {
        message: options.minMessage ?? "You must select at least {{ limit }} choice.|You must select at least {{ limit }} choices.",
        code: "11edd7eb-5872-4b6e-9f12-89923999fd0e",
        parameters: { ...parameters, limit: String(options.min) },
        count: options.min
      }
    );
  }
  if (options.max === void 0 || value.length <= options.max) return;
  report(
    subject,
    { payload },
    {
      message: options.maxMessage ?? "You must select at most {{ limit }} choice.|You must select at most {{ limit }} choices.",
      code: "9bd98e49-211c-433f-8630-fd1c2d0f08c3",
      parameters: { ...parameters, limit: String(options.max) },
      count: options.max
    }
  );
}
function count(subject, options) {
  const { value } = subject;
  if (value === null || value === void 0) return;
  const elements = Array.isArray(value) ? value : isPlainObject(value) ? Object.keys(value) : void 0;
  if (elements === void 0) return reportType(subject, "array");
  const size = elements.length;
  checkSize(subject, options, { size, parameters: { count: String(size) }, violations: COUNT_VIOLATIONS });
}
var COUNT_VIOLATIONS = /* @__PURE__ */ (() => ({
  exactMessage: {
    message: "This collection should contain exactly {{ limit }} element.|This collection should contain exactly {{ limit }} elements.",
    code: "9fe5d43f-3784-4ece-a0e1-473fc02dadbc"
  },
  minMessage: {
    message: "This collection should contain {{ limit }} element or more.|This collection should contain {{ limit }} elements or more.",
    code: "bef8e338-6ae5-4caf-b8e2-50e7b0579e69"
  },
  maxMessage: {
    message: "This collection should contain {{ limit }} element or less.|This collection should contain {{ limit }} elements or less.",
    code: "756b1212-697c-468d-a9ad-50dd783bb169"
  }
}))();
function unique(subject, options = {}) {
  const { value } = subject;
  if (value === null || value === void 0) return;
  if (!Array.isArray(value)) return reportType(subject, "array");
  const fields = typeof options.fields === "string" ? [options.fields] : options.fields;
  const seen = new Set(value.map((entry) => canonicalJson(select(entry, fields))));
  if (seen.size === value.length) return;
  report(subject, options, {
    message: "This collection should contain only unique elements.",
    code: "7911c98d-b845-4da0-94b7-a8dac36bc55a"
  });
}
function select(entry, fields) {
  if (fields === void 0 || !isPlainObject(entry)) return entry;
  return fields.map((field2) => Object.hasOwn(entry, field2) ? entry[field2] ?? null : null);
}
function createTextRule({
  message,
  code,
  isValid,
  hint
}) {
  return (subject, options) => {
    const text2 = readText(subject, options);
    if (text2 === null || isValid(text2, options ?? {})) return;
    const parameters = { value: `"${text2}"` };
    report(subject, options ?? {}, { message, code, parameters, hint: hint?.(options ?? {}) });
  };
}
var BASIC = "black silver gray white maroon red purple fuchsia green lime olive yellow navy blue teal aqua";
var EXTENDED = `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod
darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid
mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen
steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`;
var SYSTEM = `ActiveText ButtonBorder ButtonFace ButtonText Canvas CanvasText Field FieldText GrayText Highlight
HighlightText LinkText Mark MarkText VisitedText`;
var BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
var PERCENT = "(?:100|[1-9]?\\d)(?:\\.\\d+)?%";
var HUE = "(?:36[0]|3[0-5]\\d|[12]\\d\\d|[1-9]?\\d)";
var ALPHA = "(?:0|0?\\.\\d+|1(?:\\.0+)?|(?:100|[1-9]?\\d)%)";
var COMMA = "\\s*,\\s*";
var FORMATS = /* @__PURE__ */ (() => ({
  hex_long: /^#[0-9a-f]{6}$/i,
  hex_long_with_alpha: /^#[0-9a-f]{8}$/i,
  hex_short: /^#[0-9a-f]{3}$/i,
  hex_short_with_alpha: /^#[0-9a-f]{4}$/i,
  basic_named_colors: names(BASIC),
  extended_named_colors: names(EXTENDED),
  system_colors: names(SYSTEM),
  keywords: names("transparent currentColor"),
  rgb: call("rgb", [BYTE, BYTE, BYTE]),
  rgba: call("rgba", [BYTE, BYTE, BYTE, ALPHA]),
  hsl: call("hsl", [HUE, PERCENT, PERCENT]),
  hsla: call("hsla", [HUE, PERCENT, PERCENT, ALPHA])
}))();
var CSS_COLOR_FORMATS = /* @__PURE__ */ (() => Object.keys(FORMATS))();
var cssColor = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid CSS color.",
  code: "454ab47b-aacf-4059-8f26-184b2dc9d48d",
  isValid(text2, { formats = CSS_COLOR_FORMATS }) {
    const accepted = typeof formats === "string" ? [formats] : formats;
    return text2.length <= 64 && accepted.some((format) => Object.hasOwn(FORMATS, format) && FORMATS[format]?.test(text2));
  }
}))();
function names(list) {
  return new RegExp(`^(?:${list.split(/\s+/).join("|")})$`, "i");
}
function call(name, parts) {
  return new RegExp(`^${name}\\(\\s*${parts.join(COMMA)}\\s*\\)$`, "i");
}
var RELATIVE = /^(now|today)((?:\s*[+-]\s*\d{1,6}\s*[a-z]+)*)$/i;
var LONGEST = 100;
var OFFSET = /([+-])\s*(\d+)\s*([a-z]+)/gi;
var MINUTE_MS = 6e4;
var DAY_MS = /* @__PURE__ */ (() => 24 * 60 * MINUTE_MS)();
var UNITS = /* @__PURE__ */ (() => new Map([
  ...named(["s", "sec", "second"], { ms: 1e3 }),
  ...named(["min", "minute"], { ms: MINUTE_MS }),
  ...named(["h", "hour"], { ms: 60 * MINUTE_MS }),
  ...named(["d", "day"], { ms: DAY_MS }),
  ...named(["w", "week"], { ms: 7 * DAY_MS }),
  ...named(["mo", "month"], { months: 1 }),
  ...named(["y", "year"], { months: 12 })
]))();
function named(names3, unit) {
  return names3.map((name) => [name, unit]);
}
function parseRelativeDate(text2, now) {
  const relative = readRelativeDate(text2);
  if (relative === void 0) return void 0;
  const date2 = relative.offsets.reduce(
    (moment, { amount, unit }) => added(moment, amount, unit),
    relative.word === "today" ? startOfDay(now) : now
  );
  return isStorableDate(date2) ? date2 : void 0;
}
var startOfDay = (moment) => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
function readRelativeDate(text2) {
  const match = text2.length > LONGEST ? null : RELATIVE.exec(text2.trim());
  if (match === null) return void 0;
  const [, word = "", rest = ""] = match;
  const offsets = [...rest.matchAll(OFFSET)].map(([, sign, digits, unit = ""]) => ({
    amount: Number(digits) * (sign === "-" ? -1 : 1),
    unit: singular(unit.toLowerCase())
  }));
  if (!offsets.every(({ unit }) => UNITS.has(unit))) return void 0;
  return { word: word.toLowerCase() === "now" ? "now" : "today", offsets };
}
var singular = (unit) => unit.length > 2 ? unit.replace(/s$/, "") : unit;
function added(moment, amount, name) {
  const unit = UNITS.get(name) ?? { ms: 0 };
  return "ms" in unit ? new Date(moment.getTime() + amount * unit.ms) : addMonths(moment, amount * unit.months);
}
function addMonths(moment, months) {
  const month = moment.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const later = new Date(moment);
  later.setUTCMonth(month, Math.min(moment.getUTCDate(), lastDay));
  return later;
}
var PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;
function formatDecimal(text2, scale) {
  const match = PLAIN.exec(text2);
  if (match === null) return text2;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const rounded = Number(fraction.charAt(scale)) >= 5 ? digits + 1n : digits;
  const padded = rounded.toString().padStart(scale + 1, "0");
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return sign === "-" && rounded !== 0n ? `-${unsigned}` : unsigned;
}
function decimalText(value) {
  const text2 = String(value).trim();
  return typeof value === "number" && text2.includes("e") ? comparableDecimal(text2) ?? text2 : text2;
}
var KEPT_DIGITS = 15;
function digitsOf(text2) {
  return text2.replace(/\D/g, "").replace(/^0+/, "").replace(/0+$/, "").length;
}
function fractionOf(text2) {
  const fraction = PLAIN.exec(text2)?.[3] ?? "";
  let length2 = fraction.length;
  while (length2 > 0 && fraction[length2 - 1] === "0") length2 -= 1;
  return length2;
}
var MOST_WHOLE = 35;
var MOST_FRACTION = 30;
function comparableDecimal(text2) {
  const match = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i.exec(text2);
  const [, sign = "", before = "", behind = "", exponent = "0"] = match ?? [];
  const digits = before + behind;
  if (digits === "") return void 0;
  const point = before.length + Number(exponent);
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(Math.max(point, 0), "0").replace(/^0+/, "");
  const fraction = digits.slice(Math.max(point, 0)).padStart(digits.length - point, "0").replace(/0+$/, "");
  if (whole.length > MOST_WHOLE || fraction.length > MOST_FRACTION) return void 0;
  return `${sign === "-" ? "-" : ""}${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
}
var equalTo = /* @__PURE__ */ (() => comparison(
  isLooselyEqual,
  "This value should be equal to {{ compared_value }}.",
  "478618a7-95ba-473d-9101-cabd45e49115"
))();
var notEqualTo = /* @__PURE__ */ (() => comparison(
  (value, compared) => !isLooselyEqual(value, compared),
  "This value should not be equal to {{ compared_value }}.",
  "aa2e33da-25c8-4d76-8c6c-812f02ea89dd"
))();
var identicalTo = /* @__PURE__ */ (() => comparison(
  isIdentical,
  "This value should be identical to {{ compared_value_type }} {{ compared_value }}.",
  "2a8cc50f-58a2-4536-875e-060a2ce69ed5"
))();
var notIdenticalTo = /* @__PURE__ */ (() => comparison(
  (value, compared) => !isIdentical(value, compared),
  "This value should not be identical to {{ compared_value_type }} {{ compared_value }}.",
  "4aaac518-0dda-4129-a6d9-e216b9b454a0"
))();
var LESS = "079d7420-2d13-460c-8756-de810eeb37d2";
var LESS_OR_EQUAL = "30fbb013-d015-4232-8b3b-8f3be97a7e14";
var GREATER = "778b7ae0-84d3-481a-9dec-35fdb64b1d78";
var GREATER_OR_EQUAL = "ea4e51d1-3342-48bd-87f1-9e672cd90cad";
var isLess = (value, compared) => order(value, compared) < 0;
var isLessOrEqual = (value, compared) => order(value, compared) <= 0;
var isGreater = (value, compared) => order(value, compared) > 0;
var isGreaterOrEqual = (value, compared) => order(value, compared) >= 0;
var lessThan = /* @__PURE__ */ (() => comparison(
  isLess,
  "This value should be less than {{ compared_value }}.",
  LESS
))();
var lessThanOrEqual = /* @__PURE__ */ (() => comparison(
  isLessOrEqual,
  "This value should be less than or equal to {{ compared_value }}.",
  LESS_OR_EQUAL
))();
var greaterThan = /* @__PURE__ */ (() => comparison(
  isGreater,
  "This value should be greater than {{ compared_value }}.",
  GREATER
))();
var greaterThanOrEqual = /* @__PURE__ */ (() => comparison(
  isGreaterOrEqual,
  "This value should be greater than or equal to {{ compared_value }}.",
  GREATER_OR_EQUAL
))();
var negative = /* @__PURE__ */ (() => withZero(isLess, "This value should be negative.", LESS))();
var negativeOrZero = /* @__PURE__ */ (() => withZero(
  isLessOrEqual,
  "This value should be either negative or zero.",
  LESS_OR_EQUAL
))();
var positive = /* @__PURE__ */ (() => withZero(isGreater, "This value should be positive.", GREATER))();
var positiveOrZero = /* @__PURE__ */ (() => withZero(
  isGreaterOrEqual,
  "This value should be either positive or zero.",
  GREATER_OR_EQUAL
))();
var divisibleBy = /* @__PURE__ */ (() => comparison(
  isMultiple,
  "This value should be a multiple of {{ compared_value }}.",
  "6d99d6c3-1464-4ccf-bdc7-14d083cf455c"
))();
function range(subject, options) {
  const { value } = subject;
  if (value === null || value === void 0) return;
  const min = comparedWith(options.min, value, options.now);
  const max = comparedWith(options.max, value, options.now);
  const isTemporal = value instanceof Date || isDateLimit(min) || isDateLimit(max);
  const read = isTemporal ? readInstant : readNumber;
  const comparable = read(value);
  if (Number.isNaN(comparable)) {
    report(
      subject,
      { payload: options.payload },
      {
        message: isTemporal ? options.invalidDateTimeMessage ?? "This value should be a valid datetime." : options.invalidMessage ?? "This value should be a valid number.",
        code: VIOLATION_CODES.number,
        parameters: { value: formatValue(value) }
      }
    );
    return;
  }
  const isLow = min !== void 0 && comparable < read(min);
  const isHigh = max !== void 0 && comparable > read(max);
  if (isLow || isHigh) reportRange(subject, options, { min, max, isTemporal });
}
function reportRange(subject, options, { min, max, isTemporal }) {
  const print = (limit) => isTemporal ? new Date(readInstant(limit)) : String(limit);
  const { payload } = options;
  if (min !== void 0 && max !== void 0) {
    report(
      subject,
      { payload },
      {
        message: options.notInRangeMessage ?? options.message ?? "This value should be between {{ min }} and {{ max }}.",
        code: VIOLATION_CODES.range,
        parameters: { min: print(min), max: print(max) }
      }
    );
    return;
  }
  const isLow = min !== void 0;
  const fallback = isLow ? "This value should be {{ limit }} or more." : "This value should be {{ limit }} or less.";
  report(
    subject,
    { payload },
    {
      message: (isLow ? options.minMessage : options.maxMessage) ?? options.message ?? fallback,
      code: isLow ? "76454e69-502c-46c5-9643-f447d837c4d5" : "2d28afcb-e32e-45fb-a815-01c431a86a69",
      parameters: { limit: print(min ?? max) }
    }
  );
}
function comparison(holds, message, code) {
  return (subject, options) => {
    const { value } = subject;
    const limit = comparedWith(options.value, value, options.now);
    if (value === null || value === void 0 || holds(value, limit)) return;
    const compared = isDate(value) ? asDate(limit) : limit;
    report(subject, options, {
      message,
      code,
      parameters: {
        value: parameterOf(value),
        compared_value: parameterOf(compared),
        compared_value_type: typeName(compared)
      }
    });
  };
}
function withZero(holds, message, code) {
  const rule = comparison(holds, message, code);
  return (subject, options = {}) => rule(subject, { ...options, value: 0 });
}
function order(value, compared) {
  if (value instanceof Date || compared instanceof Date) return readInstant(value) - readInstant(compared);
  const difference = readNumber(value) - readNumber(compared);
  if (!Number.isNaN(difference)) return difference;
  if (typeof value !== "string" || typeof compared !== "string") return NaN;
  return value < compared ? -1 : value > compared ? 1 : 0;
}
function isLooselyEqual(value, compared) {
  if (typeof value === "boolean" || typeof compared === "boolean")
    return Boolean(value) === Boolean(compared);
  return order(value, compared) === 0 || canonicalJson(value) === canonicalJson(compared);
}
function isIdentical(value, compared) {
  if (value instanceof Date) return value.getTime() === readInstant(compared);
  return canonicalJson(value) === canonicalJson(compared);
}
function isMultiple(value, divisor) {
  if (typeof value === "string") return isExactMultiple(value, String(divisor));
  const quotient = readNumber(value) / readNumber(divisor);
  return Number.isFinite(quotient) && Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}
function isExactMultiple(value, divisor) {
  const [one, other] = [comparableDecimal(value), comparableDecimal(divisor)];
  if (one === void 0 || other === void 0) return false;
  const scale = Math.max(fractionOf(one), fractionOf(other));
  const [units, step] = [one, other].map((text2) => BigInt(formatDecimal(text2, scale).replace(".", "")));
  return units !== void 0 && step !== void 0 && step !== 0n && units % step === 0n;
}
function isDateLimit(limit) {
  return limit instanceof Date || typeof limit === "string" && Number.isNaN(readNumber(limit));
}
var DAY = /^\d{4}-\d{2}-\d{2}$/;
var DAY_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
function isDate(value) {
  return value instanceof Date || typeof value === "string" && DAY.test(value);
}
function comparedWith(limit, value, now) {
  if (typeof limit !== "string" || now === void 0) return limit;
  const isDay = typeof value === "string" && DAY.test(value);
  const isMoment = value instanceof Date || typeof value === "string" && DAY_AND_TIME.test(value);
  const date2 = isDay || isMoment ? parseRelativeDate(limit, now) : void 0;
  if (date2 === void 0) return limit;
  return isDay ? startOfDay(date2) : date2;
}
function asDate(value) {
  const time2 = readInstant(value);
  return Number.isNaN(time2) ? value : new Date(time2);
}
function typeName(value) {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (value === null || value === void 0) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}
function isTimeZone(name) {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
var NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
function isTimeZoneName(text2) {
  return text2.length <= 64 && NAME.test(text2) && isTimeZone(text2);
}
function date(subject, options = {}) {
  const { value } = subject;
  if (value instanceof Date) return;
  const text2 = readText(subject);
  if (text2 === null) return;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text2);
  if (parts !== null && isCalendarDay2(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return;
  report(subject, options, {
    message: "This value is not a valid date.",
    code: parts === null ? VIOLATION_CODES.date : VIOLATION_CODES.noSuchDate,
    parameters: { value: `"${text2}"` }
  });
}
function dateTime(subject, options = {}) {
  if (!(subject.value instanceof Date)) dateTimeText(subject, options);
}
var dateTimeText = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid datetime.",
  code: VIOLATION_CODES.dateTime,
  hint: ({ format }) => format === void 0 ? void 0 : messageOf("Expected a date and time in the format {{ format }}.", { parameters: { format } }),
  isValid(text2, { format }) {
    const pattern = format === void 0 ? ISO_DATE_TIME : compileFormat(format);
    const groups = pattern.exec(text2)?.groups;
    if (groups === void 0) return false;
    const { year = "2000", month = "1", day = "1", hour = "0", minute = "0", second = "0" } = groups;
    return isCalendarDay2(Number(year), Number(month), Number(day)) && isClockTime(Number(hour), Number(minute), Number(second));
  }
}))();
function time(subject, options = {}) {
  const text2 = readText(subject);
  if (text2 === null) return;
  const { withSeconds } = options;
  const parts = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text2);
  const hasForm = parts !== null && (withSeconds ?? parts[3] !== void 0) === (parts[3] !== void 0);
  if (hasForm && isClockTime(Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0))) return;
  report(subject, options, {
    message: "This value is not a valid time.",
    code: !hasForm ? VIOLATION_CODES.time : VIOLATION_CODES.noSuchTime,
    parameters: { value: `"${text2}"` },
    hint: withSeconds === void 0 ? void 0 : { message: withSeconds ? WITH_SECONDS : WITHOUT_SECONDS }
  });
}
var WITH_SECONDS = "Expected a time with seconds such as 10:00:30.";
var WITHOUT_SECONDS = "Expected a time without seconds such as 10:00.";
var timezone = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid timezone.",
  code: "5ce113e6-5e64-4ea2-90fe-d2233956db13",
  isValid: isTimeZoneName
}))();
var ISO_DATE_TIME = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?$/;
var FORMAT_LETTERS = /* @__PURE__ */ (() => ({
  Y: "(?<year>\\d{4})",
  y: "\\d{2}",
  m: "(?<month>\\d{2})",
  n: "(?<month>\\d{1,2})",
  d: "(?<day>\\d{2})",
  j: "(?<day>\\d{1,2})",
  H: "(?<hour>\\d{2})",
  i: "(?<minute>\\d{2})",
  s: "(?<second>\\d{2})",
  v: "\\d{3}",
  u: "\\d{1,6}",
  P: "[+-]\\d{2}:\\d{2}",
  p: "(?:Z|[+-]\\d{2}:\\d{2})",
  O: "[+-]\\d{4}"
}))();
function compileFormat(format) {
  const source = format.replace(
    /\\(.)|([\s\S])/g,
    (_, escaped, letter) => {
      const part = letter === void 0 || !Object.hasOwn(FORMAT_LETTERS, letter) ? void 0 : FORMAT_LETTERS[letter];
      return part ?? (escaped ?? letter ?? "").replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    }
  );
  try {
    return new RegExp(`^${source}(?<end>)$`);
  } catch {
    return /(?!)/;
  }
}
function isCalendarDay2(year, month, day) {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && year % 100 !== 0 || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}
function isClockTime(hour, minute, second) {
  return hour < 24 && minute < 60 && second < 60;
}
var BYTE2 = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
var IPV4 = /* @__PURE__ */ (() => new RegExp(`^${BYTE2}(?:\\.${BYTE2}){3}$`))();
function isIP(text2) {
  if (IPV4.test(text2)) return 4;
  return /^[\da-f:.]+$/i.test(text2) && URL.canParse(`http://[${text2}]/`) ? 6 : 0;
}
var ONLY_ASCII = /^[\x00-\x7f]*$/;
function asciiDomain(domain) {
  if (ONLY_ASCII.test(domain)) return domain;
  const text2 = domain.normalize("NFC").toLowerCase();
  const address = `http://${text2}`;
  const isWhole = !/[/?#@:\\\s]/.test(text2) && text2.normalize("NFKC") === text2;
  return isWhole && URL.canParse(address) ? new URL(address).hostname : null;
}
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
var LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
var RESERVED_TLDS = /* @__PURE__ */ (() => /* @__PURE__ */ new Set(["example", "invalid", "localhost", "test"]))();
var uuid = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid UUID.",
  code: VIOLATION_CODES.uuid,
  isValid: (text2, options) => {
    const version = UUID.exec(text2)?.[1];
    return version !== void 0 && (options.versions?.includes(Number(version)) ?? true);
  }
}))();
var IP_HINTS = /* @__PURE__ */ (() => ({
  "6": { message: "Expected an IPv6 address such as 2001:db8::1." },
  all: { message: "Expected an IP address such as 192.0.2.1 or 2001:db8::1." }
}))();
var ip = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid IP address.",
  code: "b1b427ae-9f6f-41b0-aa9b-84511fbb3c5b",
  hint: ({ version = "4" }) => IP_HINTS[version],
  isValid: (text2, options) => {
    const version = String(options.version ?? "4");
    const found = text2.includes("%") ? 0 : isIP(text2);
    return found !== 0 && (version === "all" || version === String(found));
  }
}))();
var hostname = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid hostname.",
  code: "7057ffdb-0af4-4f7e-bd5e-e9acfa6d7a2d",
  isValid: (text2, options) => isHostname(text2, options.requireTld ?? true)
}))();
function isHostname(text2, requireTld) {
  const ascii = text2.length > 253 ? null : asciiDomain(text2);
  if (ascii === null) return false;
  const labels = ascii.replace(/\.$/, "").split(".");
  const tld = labels.at(-1) ?? "";
  if (ascii.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return !requireTld || labels.length > 1 && !/^\d+$/.test(tld) && !RESERVED_TLDS.has(tld.toLowerCase());
}
var json = /* @__PURE__ */ (() => createTextRule({
  message: "This value should be valid JSON.",
  code: "0789c8ad-2d2b-49a4-8356-e2ce63998504",
  isValid: (text2) => {
    try {
      JSON.parse(text2);
      return true;
    } catch {
      return false;
    }
  }
}))();
function passwordStrength(subject, options = {}) {
  const text2 = readText(subject, { keepEmpty: true });
  if (text2 === null || scorePassword(text2) >= (options.minScore ?? 2)) return;
  report(subject, options, {
    message: "The password strength is too low. Please use a stronger password.",
    code: "4234df00-45dd-49a4-b303-a75dbf8b10d8"
  });
}
function scorePassword(password) {
  const bytes = new TextEncoder().encode(password);
  const distinct = new Set(bytes);
  if (distinct.size === 0) return 0;
  const pools = new Map([...distinct].map(characterPool));
  const pool = [...pools.values()].reduce((sum, size) => sum + size, 0);
  const repeated = bytes.length - distinct.size;
  const entropy = distinct.size * Math.log2(pool) + repeated * Math.log2(distinct.size);
  return [60, 80, 100, 120].filter((threshold) => entropy >= threshold).length;
}
function characterPool(byte) {
  if (byte < 32 || byte === 127) return ["control", 33];
  if (byte >= 128) return ["other", 128];
  if (byte >= 48 && byte <= 57) return ["digit", 10];
  if (byte >= 65 && byte <= 90) return ["upper", 26];
  if (byte >= 97 && byte <= 122) return ["lower", 26];
  return ["symbol", 33];
}
var COUNTRY_CODES = /* @__PURE__ */ (() => new Set(
  `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
  BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
  EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
  LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
  TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`.trim().split(/\s+/)
))();
var LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z][a-z]{3}))?(?:[_-]([A-Z]{2}|\d{3}))?$/;
var country = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid country.",
  code: "8f900c12-61bd-455d-9398-996cd040f7f0",
  isValid: (text2) => COUNTRY_CODES.has(text2)
}))();
var language = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid language.",
  code: "ee65fec4-9a20-4202-9f39-ca558cd7bdf7",
  isValid: isLanguage
}))();
var locale = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid locale.",
  code: "a0af4293-1f1a-4a1c-a328-979cba6182a2",
  isValid: (text2) => {
    const [whole, name = "", , region] = LOCALE.exec(text2) ?? [];
    return whole !== void 0 && isLanguage(name) && (region === void 0 || /^\d/.test(region) || COUNTRY_CODES.has(region));
  }
}))();
var currency = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid currency.",
  code: "69945ac1-2db4-405f-bec7-d2772f73df52",
  isValid: isCurrency
}))();
var currencies;
var languageNames;
function isCurrency(text2) {
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return currencies.has(text2);
}
function isLanguage(text2) {
  languageNames ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  return /^[a-z]{2,3}$/.test(text2) && languageNames.of(text2) !== void 0;
}
function notBlank(subject, options = {}) {
  const { value } = subject;
  if (value === null && options.allowNull === true) return;
  const checked = typeof value === "string" && options.normalizer === "trim" ? value.trim() : value;
  if (!isBlank(checked)) return;
  report(subject, options, { message: "This value should not be blank.", code: VIOLATION_CODES.notBlank });
}
var blank = /* @__PURE__ */ (() => createValueRule({
  message: "This value should be blank.",
  code: "183ad2de-533d-4796-a439-6d3c3852b549",
  holds: (value) => isNothing(value) || value === ""
}))();
var notNull = /* @__PURE__ */ (() => createValueRule({
  message: "This value should not be null.",
  code: VIOLATION_CODES.notNull,
  holds: (value) => !isNothing(value)
}))();
var isNull = /* @__PURE__ */ (() => createValueRule({
  message: "This value should be null.",
  code: "60d2f30b-8cfa-4372-b155-9656634de120",
  holds: isNothing
}))();
var isTrue = /* @__PURE__ */ (() => createValueRule({
  message: "This value should be true.",
  code: "2beabf1c-54c0-4882-a928-05249b26e23b",
  holds: (value) => isNothing(value) || value === true || value === 1 || value === "1"
}))();
var isFalse = /* @__PURE__ */ (() => createValueRule({
  message: "This value should be false.",
  code: "d53a91b0-def3-426a-83d7-269da7ab4200",
  holds: (value) => isNothing(value) || value === false || value === 0 || value === "0"
}))();
function type(subject, options) {
  const { value } = subject;
  if (isNothing(value)) return;
  const names3 = typeof options.type === "string" ? [options.type] : [...options.type ?? []];
  if (names3.some((name) => hasType(value, name))) return;
  report(subject, options, {
    message: "This value should be of type {{ type }}.",
    code: VIOLATION_CODES.type,
    parameters: { type: names3.join("|") }
  });
}
function createValueRule({
  message,
  code,
  holds
}) {
  return (subject, options = {}) => {
    if (!holds(subject.value)) report(subject, options, { message, code });
  };
}
function isNothing(value) {
  return value === null || value === void 0;
}
function hasType(value, name) {
  switch (name) {
    case "string":
      return typeof value === "string";
    case "int":
    case "integer":
      return Number.isInteger(value);
    case "float":
    case "double":
    case "number":
      return typeof value === "number";
    case "numeric":
      return !Number.isNaN(readNumber(value));
    case "bool":
    case "boolean":
      return typeof value === "boolean";
    case "scalar":
      return ["string", "number", "boolean"].includes(typeof value);
    case "array":
    case "list":
      return Array.isArray(value);
    case "iterable":
      return Array.isArray(value) || isPlainObject(value);
    case "object":
      return isPlainObject(value);
    case "datetime":
      return value instanceof Date;
    default:
      return typeof value === "string" && (CHARACTER_TYPES[name]?.test(value) ?? false);
  }
}
var CHARACTER_TYPES = /* @__PURE__ */ (() => ({
  alpha: /^[A-Za-z]+$/,
  alnum: /^[A-Za-z0-9]+$/,
  digit: /^[0-9]+$/,
  lower: /^[a-z]+$/,
  upper: /^[A-Z]+$/
}))();
function isBlank(value) {
  if (value === null || value === void 0 || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
function countCodePoints(text2) {
  let count2 = 0;
  for (let index = 0; index < text2.length; index += 1) {
    if ((text2.codePointAt(index) ?? 0) > LARGEST_UNIT) index += 1;
    count2 += 1;
  }
  return count2;
}
var isLongerThan = (text2, limit) => text2.length > limit && (text2.length > 2 * limit || countCodePoints(text2) > limit);
var LARGEST_UNIT = 65535;
var MAX_REGEX_SUBJECT = 5e4;
var LABEL2 = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
var LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";
var EMAIL = /* @__PURE__ */ (() => new RegExp(`^${LOCAL_PART}@${LABEL2}(?:\\.${LABEL2})+$`))();
var EMAIL_WITHOUT_TLD = /* @__PURE__ */ (() => new RegExp(`^${LOCAL_PART}@${LABEL2}(?:\\.${LABEL2})*$`))();
var MAX_EMAIL_LENGTH = 320;
function length(subject, options) {
  const text2 = readText(subject, { ...options, keepEmpty: true });
  if (text2 === null) return;
  const size = countCodePoints(text2);
  const parameters = { value_length: String(size), value: `"${text2}"` };
  checkSize(subject, options, { size, parameters, violations: LENGTH_VIOLATIONS });
}
var LENGTH_VIOLATIONS = /* @__PURE__ */ (() => ({
  exactMessage: {
    message: "This value should have exactly {{ limit }} character.|This value should have exactly {{ limit }} characters.",
    code: "4b6f5c76-22b4-409d-af16-fbe823ba9332"
  },
  minMessage: {
    message: "This value is too short. It should have {{ limit }} character or more.|This value is too short. It should have {{ limit }} characters or more.",
    code: "9ff3fdc4-b214-49db-8718-39c315e33d45"
  },
  maxMessage: {
    message: "This value is too long. It should have {{ limit }} character or less.|This value is too long. It should have {{ limit }} characters or less.",
    code: VIOLATION_CODES.tooLong
  }
}))();
var email = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid email address.",
  code: "bd79c0ab-ddba-46cc-a703-a7a4b08de310",
  isValid(text2, { mode }) {
    const pattern = mode === "html5-allow-no-tld" ? EMAIL_WITHOUT_TLD : EMAIL;
    return text2.length <= MAX_EMAIL_LENGTH && pattern.test(withAsciiDomain(text2));
  }
}))();
function withAsciiDomain(address) {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (asciiDomain(address.slice(at)) ?? "");
}
var regex = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not valid.",
  code: "de1e3db3-5ed4-4941-aae4-59f3667cc3a3",
  hint: ({ pattern, match = true }) => pattern === void 0 || !match ? void 0 : messageOf("Expected a text that matches {{ pattern }}.", {
    parameters: { pattern: String(pattern) }
  }),
  isValid(text2, { pattern: written = "", match = true }) {
    const pattern = typeof written === "string" ? parsePattern(written) : written;
    return pattern !== null && text2.length <= MAX_REGEX_SUBJECT && pattern.test(text2) === match;
  }
}))();
function parsePattern(source) {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(source);
  try {
    return parts === null ? new RegExp(source, "u") : new RegExp(parts[1] ?? "", (parts[2] ?? "").replace(/[gy]/g, ""));
  } catch {
    return compileWithoutUnicode(parts === null ? source : null);
  }
}
function compileWithoutUnicode(source) {
  if (source === null) return null;
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}
function url(subject, options = {}) {
  const text2 = readText(subject, options);
  if (text2 === null) return;
  const hostname2 = readHostname(text2, options);
  const parameters = { value: `"${text2}"` };
  if (hostname2 === null) {
    report(subject, options, {
      message: "This value is not a valid URL.",
      code: "57c2f299-1154-4870-89bb-ef3b1f5ad229",
      parameters,
      hint: protocolHint(options)
    });
    return;
  }
  if (options.requireTld !== true || isIP(hostname2.replace(/[[\]]/g, "")) !== 0 || /\.[^.\d][^.]+\.?$/.test(hostname2))
    return;
  report(
    subject,
    { payload: options.payload },
    {
      message: options.tldMessage ?? "This URL is missing a top-level domain.",
      code: "8a5d387f-0716-46b4-844b-67367faf435a",
      parameters
    }
  );
}
function protocolHint({ protocols = [] }) {
  if (protocols.length === 0 || protocols.includes("https")) return void 0;
  return messageOf("Expected a URL that begins with {{ protocols }}.", {
    parameters: { protocols: protocols.map((protocol) => `${protocol}://`).join(", ") }
  });
}
function readHostname(text2, options) {
  const absolute = options.relativeProtocol === true && text2.startsWith("//") ? `https:${text2}` : text2;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]/i.exec(absolute)?.[1]?.toLowerCase();
  const protocols = options.protocols ?? ["http", "https"];
  const isRelative = absolute !== text2;
  if (scheme === void 0 || !isRelative && !protocols.includes(scheme)) return null;
  if (/[\s\u0000-\u001f\u007f<>"{}|\\^`]/.test(absolute)) return null;
  const parsed = parseUrl(absolute.replace(/^[^:]+:/, "https:"));
  if (parsed === null || parsed.hostname === "") return null;
  const isValidHost = parsed.hostname.startsWith("[") || parsed.hostname.replace(/\.$/, "").split(".").every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isValidHost ? parsed.hostname : null;
}
function parseUrl(text2) {
  return URL.canParse(text2) ? new URL(text2) : null;
}
var InternalError = /* @__PURE__ */ (() => class extends Error {
  constructor(message, options = {}) {
    super(message, options);
    this.name = "InternalError";
  }
})();
function assertNever(value) {
  throw new InternalError(`Unexpected value ${JSON.stringify(value)}`);
}
function all(subject, options) {
  const { violations, path, value } = subject;
  if (value === null || value === void 0) return;
  if (Array.isArray(value)) {
    value.forEach(
      (entry, index) => options.each({ violations, path: `${path}[${index}]`, value: entry })
    );
    return;
  }
  if (!isPlainObject(value)) return reportType(subject, "array");
  for (const [key, entry] of Object.entries(value)) {
    options.each({ violations, path: `${path}[${key}]`, value: entry });
  }
}
function collection(subject, options) {
  const { violations, path, value } = subject;
  if (value === null || value === void 0) return;
  if (!isPlainObject(value)) return reportType(subject, "object");
  const { payload } = options;
  for (const [name, field2] of Object.entries(options.fields ?? {})) {
    const memberPath = joinPath(path, name);
    if (Object.hasOwn(value, name)) field2.check?.({ violations, path: memberPath, value: value[name] });
    else if (field2.optional !== true && options.allowMissingFields !== true) {
      report(
        { violations, path: memberPath },
        { payload },
        {
          message: options.missingFieldsMessage ?? "This field is missing.",
          code: "2fa2158c-2a7f-484b-98aa-975522539ff8",
          parameters: { field: `"${name}"` }
        }
      );
    }
  }
  if (options.allowExtraFields === true) return;
  for (const name of Object.keys(value).filter((key) => !Object.hasOwn(options.fields ?? {}, key))) {
    report(
      { violations, path: joinPath(path, name) },
      { payload },
      {
        message: options.extraFieldsMessage ?? "This field was not expected.",
        code: "7703c766-b5d5-4cef-ace7-ae0dd82304e9",
        parameters: { field: `"${name}"` }
      }
    );
  }
}
function joinPath(path, name) {
  return path === "" ? name : `${path}.${name}`;
}
var TYPE_INVALID = "744f00bc-4389-4c74-92de-9a43cde55534";
function file(subject, options = {}) {
  if (subject.value !== null) checkFile(subject, subject.value, options);
}
function image(subject, options = {}) {
  const { value } = subject;
  if (value === null) return;
  const mimeTypesMessage = options.mimeTypesMessage ?? (options.mimeTypes === void 0 ? NOT_AN_IMAGE : void 0);
  const rules = {
    ...options,
    mimeTypes: options.mimeTypes ?? "image/*",
    ...mimeTypesMessage === void 0 ? {} : { mimeTypesMessage }
  };
  if (!checkFile(subject, value, rules)) return;
  if (value.isBroken) {
    const message = options.mimeTypesMessage ?? NOT_AN_IMAGE;
    report(subject, { payload: options.payload }, { message, code: TYPE_INVALID });
    return;
  }
  for (const rule of SIDE_RULES) checkSide(subject, options, rule);
}
var NOT_AN_IMAGE = "This file is not a valid image.";
function checkFile(place, value, options) {
  const problem = emptyProblem(value, options) ?? sizeProblem(value, options) ?? nameProblem(value, options) ?? extensionProblem(value, options) ?? typeProblem(value, options);
  if (problem === void 0) return true;
  report(place, { payload: options.payload }, problem);
  return false;
}
function emptyProblem({ size }, { disallowEmptyMessage }) {
  if (size > 0) return void 0;
  const message = disallowEmptyMessage ?? "An empty file is not allowed.";
  return { message, code: "5d743385-9775-4aa5-8ff5-495fb1e60137" };
}
function sizeProblem({ size }, { maxSize, maxSizeMessage }) {
  const limit = maxSize === void 0 ? void 0 : parseFileSize(maxSize);
  if (limit === void 0 || size <= limit.bytes) return void 0;
  return {
    message: maxSizeMessage ?? "The file is too large ({{ size }} {{ suffix }}). Allowed maximum size is {{ limit }} {{ suffix }}.",
    code: "df8637af-d466-48c6-a59d-e7126250a654",
    parameters: printSizes(size, limit.bytes, limit.isBinary)
  };
}
function nameProblem({ name }, options) {
  const { filenameMaxLength: limit, filenameTooLongMessage } = options;
  if (limit === void 0 || [...name].length <= limit) return void 0;
  return {
    message: filenameTooLongMessage ?? "The filename is too long. It should have {{ filename_max_length }} character or less.|The filename is too long. It should have {{ filename_max_length }} characters or less.",
    code: "e5706483-91a8-49d8-9a59-5e81a3c634a8",
    parameters: { filename_max_length: String(limit) },
    count: limit
  };
}
function extensionProblem(value, options) {
  const { extensions, extensionsMessage } = options;
  if (extensions === void 0) return void 0;
  const allowed = isMap(extensions) ? Object.keys(extensions) : listOf(extensions);
  if (allowed.some((one) => one.toLowerCase() === value.extension)) {
    return isMap(extensions) ? typesOfExtension(value, extensions, options) : void 0;
  }
  return {
    message: extensionsMessage ?? "The extension of the file is invalid ({{ extension }}). Allowed extensions are {{ extensions }}.",
    code: "c8c7315c-6186-4719-8b71-5659e16bdcb7",
    parameters: { extension: quote(value.extension), extensions: allowed.map(quote).join(", ") }
  };
}
function typesOfExtension(value, extensions, options) {
  const key = Object.keys(extensions).find((one) => one.toLowerCase() === value.extension);
  return typeProblem(value, { ...options, mimeTypes: extensions[key ?? ""] ?? [] });
}
function typeProblem({ mediaType }, options) {
  const allowed = listOf(options.mimeTypes ?? []);
  if (allowed.length === 0 || allowed.some((pattern) => fitsType(mediaType, pattern))) return void 0;
  return {
    message: options.mimeTypesMessage ?? "The mime type of the file is invalid ({{ type }}). Allowed mime types are {{ types }}.",
    code: TYPE_INVALID,
    parameters: { type: quote(mediaType), types: allowed.map(quote).join(", ") }
  };
}
function fitsType(mediaType, pattern) {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith("/*") ? mediaType.startsWith(wanted.slice(0, -1)) : mediaType === wanted;
}
var SIDE_RULES = /* @__PURE__ */ (() => [
  {
    limit: "maxWidth",
    side: "width",
    message: "The image width is too big ({{ width }}px). Allowed maximum width is {{ max_width }}px.",
    code: "7f87163d-878f-47f5-99ba-a8eb723a1ab2"
  },
  {
    limit: "minWidth",
    side: "width",
    message: "The image width is too small ({{ width }}px). Minimum width expected is {{ min_width }}px.",
    code: "9afbd561-4f90-4a27-be62-1780fc43604a"
  },
  {
    limit: "maxHeight",
    side: "height",
    message: "The image height is too big ({{ height }}px). Allowed maximum height is {{ max_height }}px.",
    code: "7efae81c-4877-47ba-aa65-d01ccb0d4645"
  },
  {
    limit: "minHeight",
    side: "height",
    message: "The image height is too small ({{ height }}px). Minimum height expected is {{ min_height }}px.",
    code: "aef0cb6a-c07f-4894-bc08-1781420d7b4c"
  }
])();
function checkSide(subject, options, rule) {
  const limit = options[rule.limit];
  const actual = subject.value?.[rule.side] ?? null;
  if (limit === void 0 || actual === null) return;
  if (rule.limit.startsWith("max") ? actual <= limit : actual >= limit) return;
  const placeholder = rule.limit.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
  report(
    subject,
    { payload: options.payload },
    {
      message: options[`${rule.limit}Message`] ?? rule.message,
      code: rule.code,
      parameters: { [rule.side]: String(actual), [placeholder]: String(limit) }
    }
  );
}
var KILO = 1e3;
var KIBI = 1024;
function parseFileSize(notation) {
  const match = /^(\d+)([kmg]?)(i?)$/i.exec(String(notation));
  if (match === null) return void 0;
  const [, digits = "", unit = "", binary = ""] = match;
  const isBinary = binary !== "";
  const power = ["", "k", "m", "g"].indexOf(unit.toLowerCase());
  return { bytes: Number(digits) * (isBinary ? KIBI : KILO) ** power, isBinary };
}
function printSizes(size, limit, isBinary) {
  const factor = isBinary ? KIBI : KILO;
  const suffixes = isBinary ? ["bytes", "KiB", "MiB", "GiB"] : ["bytes", "kB", "MB", "GB"];
  let power = suffixes.length - 1;
  const printed = (bytes) => String(Math.round(bytes / factor ** power * 100) / 100);
  const isExact = () => Number.isInteger(limit * 100 / factor ** power);
  while (power > 0 && (limit < factor ** power || !isExact() || printed(size) === printed(limit))) power -= 1;
  return { size: printed(size), limit: printed(limit), suffix: suffixes[power] ?? "" };
}
var quote = (text2) => `"${text2}"`;
function listOf(value) {
  return typeof value === "string" ? [value] : value;
}
function isMap(value) {
  return typeof value === "object" && !Array.isArray(value);
}
function createViolationList() {
  const items = [];
  return {
    items,
    add: (violation) => {
      items.push(violation);
    }
  };
}
function inFieldOrder(violations, { fields }) {
  const positions = new Map(fields.map(({ name }, index) => [name, index]));
  const rank = (path) => {
    if (path === "") return Number.MAX_SAFE_INTEGER;
    return positions.get(path.split(/[.[]/, 1)[0] ?? "") ?? Number.MAX_SAFE_INTEGER - 1;
  };
  return [...violations].sort((left, right) => rank(left.propertyPath) - rank(right.propertyPath));
}
function withoutEchoes(violations, unread) {
  return violations.filter(
    ({ propertyPath }, index) => index < unread.length || !unread.includes(propertyPath)
  );
}
function sentIri(raw) {
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return void 0;
  const id = raw["@id"];
  return typeof id === "string" ? id : void 0;
}
var TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
var UUID2 = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
function isUuid(value) {
  return typeof value === "string" && UUID2.test(value);
}
var NOT_NULL = /* @__PURE__ */ (() => ({ message: "This value should not be null.", code: VIOLATION_CODES.notNull }))();
var INTEGER_LIMIT = 2147483647;
function checkStorage(resource, values, violations) {
  const reported = new Set(violations.items.map(({ propertyPath }) => propertyPath));
  for (const field2 of resource.fields) {
    if (reported.has(field2.name)) continue;
    const problem = storageProblem(field2, values[field2.name]);
    if (problem !== void 0) violations.add({ propertyPath: field2.name, ...problem });
  }
}
function storageProblem(field2, value) {
  if (field2.kind !== "scalar" && field2.kind !== "to-one") return void 0;
  if (value == null) return field2.nullable || isServerSet(field2) ? void 0 : NOT_NULL;
  return field2.kind === "scalar" ? scalarProblem(field2, value) : void 0;
}
function isServerSet({ writable }) {
  return !writable;
}
var lengthOf = ({ length: length2 = 255 }) => length2;
var tooLong = (limit) => ({
  ...messageOf("This value is too long. It should have {{ limit }} characters or less.", {
    parameters: { limit: String(limit) }
  }),
  code: VIOLATION_CODES.tooLong
});
var notBetween = (limit) => ({
  ...messageOf("This value should be between {{ min }} and {{ max }}.", {
    parameters: { min: `-${limit}`, max: limit }
  }),
  code: VIOLATION_CODES.range
});
function scalarProblem(field2, value) {
  switch (field2.type) {
    case "string": {
      const limit = lengthOf(field2);
      return typeof value === "string" && isLongerThan(value, limit) ? tooLong(limit) : void 0;
    }
    case "integer":
      if (typeof value === "number" && Math.abs(value) <= INTEGER_LIMIT) return void 0;
      return notBetween(String(INTEGER_LIMIT));
    case "decimal":
      return decimalProblem(field2, String(value));
    case "date":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value) ? void 0 : { message: "This value is not a valid date.", code: VIOLATION_CODES.date };
    case "time":
      return typeof value === "string" && TIME_OF_DAY.test(value) ? void 0 : { message: "This value is not a valid time.", code: VIOLATION_CODES.time };
    case "uuid":
      return isUuid(value) ? void 0 : { message: "This value is not a valid UUID.", code: VIOLATION_CODES.uuid };
    case "text":
    case "float":
    case "boolean":
    case "datetime":
    case "json":
      return void 0;
  }
}
var DEFAULT_PRECISION = 10;
function decimalProblem({ precision = DEFAULT_PRECISION, scale = 0 }, text2) {
  const whole = /^-?(\d+)(?:\.\d+)?$/.exec(text2)?.[1];
  if (whole === void 0) {
    return { message: "This value should be a valid number.", code: VIOLATION_CODES.number };
  }
  const digits = precision - scale;
  if (whole.replace(/^0+/, "").length <= digits) return void 0;
  const limit = `${"9".repeat(digits)}${scale === 0 ? "" : `.${"9".repeat(scale)}`}`;
  return notBetween(limit);
}
function isOfType(value, type2) {
  switch (type2) {
    case "string":
      return typeof value === "string";
    case "int":
      return Number.isSafeInteger(value);
    case "float":
      return typeof value === "number";
    case "bool":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}
function wrongType(type2) {
  return {
    ...messageOf("This value should be of type {{ type }}.", { parameters: { type: type2 } }),
    code: VIOLATION_CODES.type
  };
}
var composedText = (text2) => text2.normalize("NFC");
function composed(value) {
  if (typeof value === "string") return composedText(value);
  if (Array.isArray(value)) return value.map((entry) => composed(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(
      ([name, member]) => member === void 0 ? [] : [[composedText(name), composed(member)]]
    )
  );
}
function wholeSeconds(moment) {
  return new Date(Math.floor(moment.getTime() / 1e3) * 1e3);
}
function isJsonObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function mergePatch(target, patch) {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(isJsonObject(target) ? presentEntries(target) : []);
  for (const [member, value] of presentEntries(patch)) {
    if (value === null) merged.delete(member);
    else merged.set(member, mergePatch(merged.get(member), value));
  }
  return Object.fromEntries(merged);
}
function presentEntries(object) {
  return Object.entries(object).filter((entry) => entry[1] !== void 0);
}
function readTyped(field2, sent, input) {
  const { name } = field2;
  if (isFarTooLong(field2, sent)) {
    input.violations.add({ propertyPath: name, ...tooLong(lengthOf(field2)) });
    return void 0;
  }
  const raw = composed(sent);
  if (!field2.accepts.some((type2) => isOfType(raw, type2))) {
    input.violations.add({ propertyPath: name, ...wrongType(field2.accepts.join("|")) });
    return void 0;
  }
  switch (field2.type) {
    case "datetime":
      return readDateTime(name, raw, input);
    case "decimal":
      return readDecimal(field2, raw, input.violations);
    // Guaranteed by `accepts`.
    case "json":
      return input.isPatch ? mergePatch(input.stored?.[name], raw) : raw;
    case "uuid":
      return String(raw).toLowerCase();
    case "time":
      return /^\d\d:\d\d$/.test(String(raw)) ? `${String(raw)}:00` : raw;
    case "string":
    case "text":
    case "integer":
    case "float":
    case "boolean":
    case "date":
      return raw;
  }
}
function isFarTooLong(field2, sent) {
  return field2.type === "string" && typeof sent === "string" && sent.length > 8 * lengthOf(field2) + 1e3;
}
function scaleOf({ scale }) {
  return scale ?? 0;
}
function readDecimal(field2, raw, violations) {
  const scale = scaleOf(field2);
  const text2 = decimalText(raw);
  const isLost = typeof raw === "number" && digitsOf(text2) > KEPT_DIGITS;
  if (!isLost && fractionOf(text2) <= scale) return formatDecimal(text2, scale);
  const excess = isLost ? messageOf(
    "This number has more than {{ limit }} digits, which JSON numbers do not keep: send it as text.",
    { parameters: { limit: String(KEPT_DIGITS) } }
  ) : messageOf("This value should have at most {{ limit }} digits behind the point.", {
    parameters: { limit: String(scale) }
  });
  violations.add({ propertyPath: field2.name, ...excess, code: VIOLATION_CODES.range });
  return void 0;
}
function readDateTime(name, raw, { violations, context, stored }) {
  const parsed = typeof raw === "string" ? parseDateTime(raw, context.now) : void 0;
  if (parsed === void 0) {
    violations.add({
      propertyPath: name,
      message: "This value is not a valid datetime.",
      code: VIOLATION_CODES.dateTime
    });
    return void 0;
  }
  const printed = wholeSeconds(parsed);
  const before = stored?.[name];
  return before instanceof Date && wholeSeconds(before).getTime() === printed.getTime() ? before : printed;
}
function checkInput(body, { fields, check, groups, publication }, { isPatch, now }) {
  const violations = createViolationList();
  const isSent = (name) => Object.hasOwn(body, name) && body[name] !== void 0;
  const values = {};
  for (const field2 of fields) {
    values[field2.name] = startOf(field2, now);
    if (!isSent(field2.name)) continue;
    const value = readMember(field2, body[field2.name], { violations, now });
    if (value !== void 0) values[field2.name] = value;
  }
  const unread = violations.items.map(({ propertyPath }) => propertyPath);
  const isPublished = publication !== void 0 && values[publication.field] != null;
  const all2 = /* @__PURE__ */ new Set([
    "Default",
    ...groups[isPatch ? "update" : "create"],
    ...isPublished ? publication.groups : []
  ]);
  check?.(values, { groups: all2, violations, now, user: null, isGranted: () => false });
  checkStorage({ fields }, values, violations);
  const found = inFieldOrder(withoutEchoes(violations.items, unread), { fields });
  if (!isPatch) return found;
  const isWhole = (name) => isSent(name) && !isPlainObject(body[name]);
  return found.filter(({ propertyPath }) => isWhole(memberOf(propertyPath)));
}
function startOf(field2, now) {
  if (field2.kind === "to-many") return [];
  if (field2.kind !== "scalar" || field2.default == null) return null;
  return readMember(field2, field2.default, { violations: createViolationList(), now }) ?? field2.default;
}
function readMember(field2, raw, { violations, now }) {
  const refuse2 = (propertyPath, type2) => violations.add({ propertyPath, ...wrongType(type2) });
  if (field2.kind === "to-many") {
    if (!Array.isArray(raw)) return refuse2(field2.name, "array");
    const iris = raw.map(sentIri);
    iris.forEach((iri, index) => iri === void 0 && refuse2(`${field2.name}[${index}]`, "string"));
    return [...new Set(iris)];
  }
  if (raw === null) return null;
  if (field2.kind !== "scalar") return sentIri(raw) ?? refuse2(field2.name, "string");
  return readTyped(field2, raw, { stored: null, isPatch: false, violations, context: { now } });
}
var memberOf = (path) => path.split(/[.[]/, 1)[0] ?? "";
function inputSchema(schema, rules) {
  return createSchema(schema, (body) => checkInput(body, rules, { isPatch: false, now: /* @__PURE__ */ new Date() }));
}
function patchSchema(title, schema, rules) {
  const shape = Object.fromEntries(
    Object.entries({ ...schema, title }).filter(([key]) => key !== "required")
  );
  return createSchema(shape, (body) => checkInput(body, rules, { isPatch: true, now: /* @__PURE__ */ new Date() }));
}
function createSchema(schema, check) {
  const validate = (value) => {
    const violations = isPlainObject(value) ? check(value) : [NO_OBJECT];
    return violations.length === 0 ? { value } : { issues: violations.map(issueOf) };
  };
  const standard = { version: 1, vendor: "cms-api-components", validate };
  return Object.defineProperty({ ...schema }, "~standard", { value: standard });
}
var NO_OBJECT = /* @__PURE__ */ (() => ({ propertyPath: "", ...wrongType("object"), code: null }))();
function issueOf({ propertyPath, message }) {
  const keys = propertyPath.match(/[^.[\]]+/g) ?? [];
  return { message, path: keys.map((key) => /^\d+$/.test(key) ? Number(key) : key) };
}
var PASSWORD_CREATE = "User:password:create";
var EMAIL_ADDRESS = "User:emailAddress";
function validateUserAccount(value, { groups, violations }) {
  const { username, emailAddress, newEmailAddress, plainPassword } = value;
  if (groups.has("Default")) {
    notBlank({ violations, path: "username", value: username }, { message: "Please enter a username." });
    length({ violations, path: "username", value: username }, { max: 255 });
    notBlank(
      { violations, path: "emailAddress", value: emailAddress },
      { message: "Please enter your email address." }
    );
    email({ violations, path: "emailAddress", value: emailAddress });
    length({ violations, path: "emailAddress", value: emailAddress }, { max: 255 });
  }
  if (groups.has("Default") || groups.has(EMAIL_ADDRESS)) {
    notBlank({ violations, path: "newEmailAddress", value: newEmailAddress ?? null }, { allowNull: true });
    email({ violations, path: "newEmailAddress", value: newEmailAddress });
    length({ violations, path: "newEmailAddress", value: newEmailAddress }, { max: 255 });
  }
  if (groups.has(PASSWORD_CREATE)) {
    notBlank(
      { violations, path: "plainPassword", value: plainPassword },
      {
        message: "Please enter your desired password."
      }
    );
    if (typeof plainPassword === "string" && plainPassword !== "") {
      length(
        // Normalized as for hashing.
        { violations, path: "plainPassword", value: plainPassword.normalize("NFKC") },
        {
          min: 8,
          minMessage: "Your password must be at least 8 characters long.",
          max: 4096,
          maxMessage: "Your password cannot be over 4096 characters"
        }
      );
    }
  }
}
function validateCollection(value, { violations }) {
  positiveOrZero({ violations, path: "perPage", value: value.perPage });
}
var isEvaluated = ({ isSubmitted, isConverted }) => isSubmitted && isConverted;
function validateNode(node, context) {
  if (!node.isSubmitted || node.isDisabled) return;
  if (!node.isConverted) validateUnconverted(node, context);
  for (const problem of node.problems) addError(node, problem);
  if (!node.isConverted) return;
  const { check } = node.plan;
  const below2 = isForm(node) ? { ...context, this: node.data } : context;
  for (const child of node.children) validateNode(child, below2);
  if (check === void 0) return;
  const violations = createViolationList();
  check({ violations, path: "", value: node.data }, below2);
  for (const violation of violations.items) report2(node, violation);
}
function validateUnconverted(node, context) {
  const causes = node.children.filter(({ isConverted }) => !isConverted);
  const { invalidMessage: message, expected: hint } = node.plan.settings;
  if (causes.length === 0) addError(node, { message, ...hint === void 0 ? {} : { hint } });
  for (const cause of causes) validateNode(cause, context);
}
function report2(node, violation) {
  const target = reportedNode(node, violation.propertyPath);
  if (target === node || isEvaluated(target)) addError(target, violation);
}
function isForm({ plan, data }) {
  return plan.behaviour.child !== void 0 && !Array.isArray(data);
}
function reportedNode(node, path) {
  const below2 = findNode(node, path);
  if (below2 !== node || path === "" || isForm(node)) return below2;
  let form = node.parent;
  while (form !== void 0 && !isForm(form)) form = form.parent;
  if (form === void 0) return node;
  const neighbour = findNode(form, path);
  return neighbour === form ? node : neighbour;
}
function addError(node, error) {
  let target = node.plan.behaviour.errorsAt?.(node) ?? node;
  while (target.plan.settings.isBubbling && target.parent !== void 0) target = target.parent;
  target.errors.push(error);
}
function findNode(root, path) {
  let node = root;
  for (const [property] of path.matchAll(/[^.[\]]+/g)) {
    const child = node.plan.behaviour.child?.(node, property);
    if (child === void 0) return node;
    node = child;
  }
  return node;
}
var MAX_ENTRIES = 1e3;
function createRoot(plan, now) {
  return makeNode(plan, { name: plan.name, parent: void 0, now, room: { entries: MAX_ENTRIES } });
}
function createNode(plan, parent, name = plan.name) {
  return makeNode(plan, { name, parent, now: parent.now, room: parent.room });
}
function makeNode(plan, around) {
  const { settings } = plan;
  const { name, parent, now, room } = around;
  return {
    plan,
    name,
    parent,
    now,
    room,
    help: settings.help,
    isDisabled: settings.isDisabled || (parent?.isDisabled ?? false),
    isRequired: settings.isRequired && (parent?.isRequired ?? true),
    children: [],
    isSubmitted: false,
    isConverted: true,
    data: null,
    shown: null,
    problems: [],
    errors: []
  };
}
function beginNode(node, initial) {
  const { data } = node.plan.settings;
  node.plan.behaviour.begin(node, data === void 0 ? initial ?? null : data);
  return node;
}
function submitNode(node, sent, extent) {
  if (node.plan.settings.isButton) return;
  node.isSubmitted = true;
  if (!node.isDisabled) node.plan.behaviour.submit(node, sent, extent);
}
function refuse(node, shown2 = null) {
  node.isConverted = false;
  node.data = null;
  node.shown = shown2;
}
function echoNode(node) {
  const { echo } = node.plan.behaviour;
  return echo === void 0 ? node.data ?? null : echo(node);
}
function isEmptyNode(node) {
  const { isEmpty } = node.plan.behaviour;
  return isEmpty === void 0 ? isEmptyValue(node.data) : isEmpty(node);
}
function isEmptyValue(value) {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === void 0 || value === "" || value === false;
}
function formName(typeName2) {
  const lastSegment = typeName2.slice(typeName2.lastIndexOf("\\") + 1);
  const [, stem = lastSegment] = /^(.+?)(?:type)?$/i.exec(lastSegment) ?? [];
  return stem.replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2").replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
}
var ProjectError = /* @__PURE__ */ (() => class extends Error {
  constructor(message, options = {}) {
    super(message, options);
    this.name = new.target.name;
  }
})();
var SubmittedFile = /* @__PURE__ */ (() => class {
  constructor(facts) {
    this.facts = facts;
  }
  facts;
})();
function sentText(sent) {
  if (sent === null || sent === false) return null;
  if (typeof sent === "string") return sent;
  if (sent === true) return "1";
  return typeof sent === "number" ? String(sent) : void 0;
}
function sentMembers(sent) {
  if (sent === null || sent === false) return /* @__PURE__ */ new Map();
  if (typeof sent !== "object" || sent instanceof SubmittedFile) return void 0;
  const members2 = Object.entries(sent);
  const given = /* @__PURE__ */ new Map();
  for (const [name, value] of members2) if (value !== void 0) given.set(name, value);
  return given;
}
function isNothing2(sent) {
  return sent === null || typeof sent === "object" && sentMembers(sent)?.size === 0;
}
function authoredText(value) {
  return value === void 0 ? "" : sentText(value) ?? "";
}
var OUTER = /^[\p{Z}\p{Cc}\p{Cf}]$/u;
function trimText(text2) {
  let start = 0;
  let end = text2.length;
  while (start < end && OUTER.test(text2.charAt(start))) start += 1;
  while (end > start && OUTER.test(text2.charAt(end - 1))) end -= 1;
  return text2.slice(start, end);
}
var EXTRA_FIELDS = /* @__PURE__ */ (() => ({ message: "This form should not contain extra fields." }))();
function compoundField(plans, options = {}) {
  const { emptyData, inheritsData = false } = options;
  const standIn = isPlainObject(emptyData) ? emptyData : {};
  return {
    inheritsData,
    begin(node, initial) {
      node.data = isPlainObject(initial) ? initial : null;
      node.children = plans.map((plan) => beginNode(createNode(plan, node), initialOf(plan, dataOf(node))));
    },
    submit(node, sent, extent) {
      if (!submitChildren(node, sent, extent)) return refuse(node);
      const submitted = Object.fromEntries(node.children.flatMap(membersOf));
      const isNull2 = emptyData === null && node.children.every(isEmptyNode);
      node.data = isNull2 ? null : { ...standIn, ...dataOf(node), ...submitted };
    },
    value: (node) => inheritsData || node.data === null ? void 0 : echoNode(node),
    echo: echoCompound,
    isEmpty: (node) => node.children.every(isEmptyNode),
    child: findChild
  };
}
function submitChildren(node, sent, extent) {
  const members2 = sentMembers(sent);
  if (members2 === void 0) return false;
  for (const child of node.children) {
    if (extent === "whole" || members2.has(child.name)) {
      submitNode(child, members2.get(child.name) ?? null, extent);
      members2.delete(child.name);
    }
  }
  if (members2.size > 0 && !node.plan.settings.allowsExtraFields) node.problems.push(EXTRA_FIELDS);
  return true;
}
function initialOf({ behaviour, settings }, data) {
  if (behaviour.inheritsData === true) return data;
  return settings.isMapped && Object.hasOwn(data, settings.property) ? data[settings.property] : null;
}
function mappedNodes(node) {
  const { behaviour, settings } = node.plan;
  if (behaviour.inheritsData === true) return node.children.flatMap(mappedNodes);
  return settings.isMapped && node.isConverted && (node.isSubmitted || node.data !== null) ? [node] : [];
}
function membersOf(child) {
  return mappedNodes(child).map(({ data, plan }) => [plan.settings.property, data]);
}
function dataOf({ data }) {
  return isPlainObject(data) ? data : {};
}
function echoCompound(node) {
  if (node.data === null) return null;
  const fields = node.children.flatMap(mappedNodes).map((child) => [child.plan.settings.property, echoNode(child)]);
  const shown2 = { ...dataOf(node), ...Object.fromEntries(fields) };
  return Object.keys(shown2).length === 0 ? [] : shown2;
}
function findChild(node, property) {
  for (const child of node.children) {
    const { behaviour, settings } = child.plan;
    const found = behaviour.inheritsData === true ? findChild(child, property) : void 0;
    if (found !== void 0) return found;
    if ((settings.isMapped ? settings.property : child.name) === property) return child;
  }
  return void 0;
}
var NOT_VALID = "This value is not valid.";
function readSettings(field2, standards, isEntry = false) {
  const { isButton = false } = standards;
  const { data, mapped, priority, property_path: property, empty_data: emptyData } = field2;
  return {
    isButton,
    isEntry,
    help: field2.help ?? void 0,
    isRequired: field2.required ?? standards.isRequired ?? true,
    isDisabled: field2.disabled ?? false,
    isMapped: (mapped ?? true) && !isButton,
    property: property ?? field2.name,
    invalidMessage: field2.invalid_message ?? standards.invalidMessage,
    expected: standards.expected === void 0 ? void 0 : { message: standards.expected },
    // Errors of an entry are shown at the entry, because the collection could not identify it.
    isBubbling: field2.error_bubbling ?? (!isEntry && (standards.isBubbling ?? false)),
    allowsExtraFields: field2.allow_extra_fields ?? false,
    priority: priority ?? 0,
    data,
    emptyData,
    blockPrefixes: sharedBlockPrefixes({ chain: standards.chain, blockPrefix: field2.block_prefix, isEntry }),
    vars: fixedVars(field2, isButton)
  };
}
function fixedVars(field2, isButton) {
  const { label, attr = {}, label_attr: labelAttr = {} } = field2;
  return {
    attr,
    ...typeof label === "string" || label === false ? { label } : {},
    ...isButton ? {} : { label_attr: labelAttr }
  };
}
function sharedBlockPrefixes({ chain, blockPrefix, isEntry }) {
  const own = chain.slice(-1);
  return [
    ...chain.slice(0, -1),
    ...isEntry ? ["collection_entry"] : [],
    ...own,
    ...blockPrefix === void 0 ? [] : [blockPrefix]
  ];
}
var FORM = /* @__PURE__ */ (() => ({ chain: ["form"], invalidMessage: NOT_VALID, isBubbling: true }))();
function planForm(definition, options) {
  const place = { path: "", forms: [definition.name], isEntry: false };
  const standards = { ...FORM, chain: ["form", formName(definition.name)] };
  return {
    name: definition.name,
    settings: readSettings(definition, standards),
    behaviour: compoundField(planFields(definition.fields, place, options)),
    check: options.checkOf(definition.constraints ?? [])
  };
}
function planFields(fields, parent, options) {
  const names3 = /* @__PURE__ */ new Set();
  return fields.map((field2) => {
    if (names3.has(field2.name)) throw wrong(parent, `has two fields named "${field2.name}"`);
    names3.add(field2.name);
    return planField(field2, below(parent, field2.name), options);
  });
}
function planField(field2, place, options) {
  const { type: type2 = field2.fields === void 0 ? "text" : "form" } = field2;
  if (!/^[a-zA-Z0-9_][\w:-]*$/.test(field2.name) || field2.name === "__proto__") {
    throw wrong(place, `has a field named "${field2.name}"; use letters, digits, "_", "-" and ":"`);
  }
  const known = options.fieldTypes.get(type2);
  if (known !== void 0) return planKnown(field2, { ...known, type: type2 }, { place, options });
  if (type2 === "form") return planNested(field2, FORM, { place, options });
  const definition = options.definitions.get(type2);
  if (definition === void 0) {
    throw wrong(place, `gives "${place.path}" the type "${type2}", which is neither a field type nor a form`);
  }
  if (place.forms.includes(definition.name)) throw wrong(place, `contains itself at "${place.path}"`);
  const standards = { ...FORM, chain: ["form", formName(definition.name)] };
  const inner = { ...place, forms: [...place.forms, definition.name] };
  return planNested(withDefinition(field2, definition), standards, { place: inner, options });
}
function planKnown(field2, standards, { place, options }) {
  const settings = readSettings(field2, standards, place.isEntry);
  const behaviour = standards.make({
    type: standards.type,
    field: field2,
    settings,
    plan: (child) => planField(child, below(place, child.name), options),
    planEntry: (child) => planField(child, { ...below(place, "*"), isEntry: true }, options)
  });
  return { name: field2.name, settings, behaviour, check: options.checkOf(field2.constraints ?? []) };
}
function planNested(field2, standards, { place, options }) {
  const { fields = [], empty_data: emptyData, inherit_data: inheritsData = false } = field2;
  return {
    name: field2.name,
    settings: readSettings(field2, { ...standards, isBubbling: !inheritsData }, place.isEntry),
    behaviour: compoundField(planFields(fields, place, options), { emptyData, inheritsData }),
    check: options.checkOf(field2.constraints ?? [])
  };
}
function withDefinition(field2, definition) {
  return {
    ...definition,
    ...field2,
    fields: definition.fields,
    constraints: [...definition.constraints ?? [], ...field2.constraints ?? []]
  };
}
function below({ path, forms }, segment) {
  return { path: path === "" ? segment : `${path}.${segment}`, forms, isEntry: false };
}
function wrong({ forms }, problem) {
  return new ProjectError(`Form type "${forms.join('" > "')}" ${problem}.`);
}
function childNames(parent, name, block = name) {
  if (parent.fullName === "") return { name, fullName: name, id: name, uniqueBlockPrefix: `_${block}` };
  return {
    name,
    fullName: `${parent.fullName}[${name}]`,
    id: `${parent.id}_${name}`,
    uniqueBlockPrefix: `${parent.uniqueBlockPrefix}_${block}`
  };
}
function choiceAmong(list, field2) {
  const { multiple = false, expanded = false } = field2;
  const placeholder = placeholderOf(field2);
  const vars = {
    multiple,
    expanded,
    choices: list.choices,
    preferred_choices: list.preferred,
    ...placeholder === void 0 || list.hasEmptyChoice ? {} : { placeholder },
    placeholder_in_choices: list.hasEmptyChoice,
    is_selected: []
  };
  return {
    ...multiple ? severalOf(list, field2) : oneOf(list, field2),
    vars: () => vars,
    ...expanded ? { shownChildren: expandedChoices(list, { multiple, placeholder }) } : {},
    ...multiple && !expanded ? { fullNameSuffix: "[]" } : {}
  };
}
function oneOf(list, field2) {
  const standIn = authoredText(field2.empty_data);
  return {
    begin(node, initial) {
      node.data = initial;
      node.shown = list.valueOf(initial) ?? "";
    },
    submit(node, sent) {
      const written = sentText(sent);
      if (written === void 0) return refuse(node);
      const text2 = (written ?? "") || standIn;
      const choice3 = list.find(text2);
      if (choice3 === void 0 && text2 !== "") return refuse(node, text2);
      node.data = choice3?.data ?? null;
      node.shown = choice3?.value ?? "";
    },
    value: ({ shown: shown2 }) => shown2
  };
}
function severalOf(list, field2) {
  const { empty_data: standIn = [] } = field2;
  return {
    begin(node, initial) {
      node.data = Array.isArray(initial) ? initial : null;
      node.shown = Array.isArray(initial) ? initial.flatMap((data) => list.valueOf(data) ?? []) : [];
    },
    submit(node, sent) {
      const texts = sentTexts(sent ?? standIn);
      if (texts === void 0) return refuse(node, []);
      const chosen = chosenAmong(list, texts);
      const values = chosen.known.map(({ value }) => value);
      if (chosen.hasUnknown) return refuse(node, values);
      node.data = chosen.known.map(({ data }) => data);
      node.shown = values;
    },
    value: ({ shown: shown2 }) => shown2,
    isEmpty: ({ data }) => !Array.isArray(data) || data.length === 0
  };
}
function sentTexts(sent) {
  const members2 = sentMembers(sent);
  if (members2 === void 0) return void 0;
  const texts = [...members2.values()].map(sentText);
  return texts.includes(void 0) ? void 0 : texts.map((text2) => text2 ?? "");
}
function chosenAmong(list, texts) {
  const known = /* @__PURE__ */ new Set();
  let hasUnknown = false;
  for (const text2 of texts) {
    const choice3 = list.find(text2);
    if (choice3 !== void 0) known.add(choice3);
    else if (text2 !== "") hasUnknown = true;
  }
  return { known: [...known], hasUnknown };
}
function placeholderOf(field2) {
  const { required: isRequired = true, multiple, expanded, attr, placeholder } = field2;
  if (multiple === true || placeholder === false) return void 0;
  const showsChoices = expanded === true || Number(attr?.size ?? 1) > 1;
  if (isRequired && showsChoices) return void 0;
  const label = typeof placeholder === "string" ? placeholder : isRequired ? void 0 : "";
  return expanded === true && label === "" ? "None" : label;
}
function expandedChoices(list, { multiple, placeholder }) {
  const boxes = boxesOf(list, placeholder);
  const prefixes = multiple ? ["form", "checkbox"] : ["form", "checkbox", "radio"];
  return (node, names3) => {
    const chosen = new Set(Array.isArray(node.shown) ? node.shown : [node.shown]);
    const state = {
      disabled: node.isDisabled,
      label_attr: {},
      // A required field needs one checked box, not all of them.
      required: !multiple && node.isRequired,
      valid: true,
      submitted: node.isSubmitted,
      errors: [],
      action: ""
    };
    return boxes.map(({ name, label, value, attr }) => {
      const own = childNames(names3, name, "entry");
      const vars = {
        name,
        full_name: multiple ? `${names3.fullName}[]` : names3.fullName,
        id: own.id,
        unique_block_prefix: own.uniqueBlockPrefix,
        block_prefixes: [...prefixes, own.uniqueBlockPrefix],
        attr,
        label,
        ...state,
        value,
        checked: chosen.has(value)
      };
      return { vars, children: [], rendered: false, methodRendered: false };
    });
  };
}
function boxesOf(list, placeholder) {
  const preferred = new Set(list.preferred.map(({ value }) => value));
  const boxes = list.flat.map(({ label, value, attr }, index) => ({
    name: String(index),
    label,
    value,
    attr
  }));
  const none = { name: "placeholder", label: placeholder ?? "", value: "", attr: {} };
  return [
    ...placeholder === void 0 || list.find("") !== void 0 ? [] : [none],
    ...list.preferred.flatMap(({ value }) => boxes.filter((box) => box.value === value)),
    ...boxes.filter(({ value }) => !preferred.has(value))
  ];
}
var TOO_MANY = /* @__PURE__ */ (() => messageOf("This form should not contain more than {{ limit }} new entries.", {
  parameters: { limit: String(MAX_ENTRIES) }
}))();
function collectionField({ field: field2, settings, planEntry }) {
  const { allow_add: allowsAdd = false, allow_delete: allowsDelete = false } = field2;
  const { prototype: hasPrototype = true, prototype_name: prototypeName = "__name__" } = field2;
  const { entry_type: type2, entry_options: options } = field2;
  const entry = planEntry({ ...type2 === void 0 ? {} : { type: type2 }, ...options, name: field2.name });
  const rules = {
    allowsAdd,
    allowsDelete,
    deletesEmpty: field2.delete_empty ?? false,
    keepsList: field2.keep_as_list ?? false
  };
  return {
    begin(node, initial) {
      const isGiven = typeof initial === "object" && initial !== null;
      const values = isGiven ? Object.entries(initial).filter(([name]) => isEntryName(name)) : [];
      node.data = isGiven ? values.map(([, value]) => value) : null;
      node.children = values.map(([name, value]) => beginNode(createNode(entry, node, name), value));
    },
    submit(node, sent, extent) {
      if (!submitEntries(node, { sent, extent, entry, rules })) return refuse(node);
      const isFilled = node.children.length > 0 || node.data !== null;
      node.data = isFilled || settings.emptyData === void 0 ? node.children.map(dataOf2) : settings.emptyData;
    },
    value: (node) => node.data === null ? void 0 : echoEntries(node),
    echo: (node) => node.data === null ? null : echoEntries(node),
    vars: () => ({ allow_add: allowsAdd, allow_delete: allowsDelete }),
    isEmpty: (node) => node.children.length === 0,
    // Lists in the data have no gaps, so paths count the entries regardless of their names.
    child: (node, position) => isEntryName(position) ? node.children[Number(position)] : void 0,
    ...allowsAdd && hasPrototype ? { prototype: (node) => beginNode(createNode(entry, node, prototypeName), null) } : {}
  };
}
function submitEntries(node, { sent, extent, entry, rules }) {
  const members2 = sentMembers(sent);
  if (members2 === void 0) return false;
  const existing = new Set(node.children);
  if (extent === "whole" && rules.allowsDelete)
    node.children = node.children.filter(({ name }) => members2.has(name));
  if (rules.allowsAdd) addEntries(node, members2, entry);
  for (const child of node.children) {
    const value = members2.get(child.name);
    members2.delete(child.name);
    if (extent === "whole") submitNode(child, value ?? null, extent);
    else if (value !== void 0 && !isNothing2(value)) submitNode(child, value, extent);
  }
  if (members2.size > 0 && !node.plan.settings.allowsExtraFields) node.problems.push(EXTRA_FIELDS);
  if (rules.deletesEmpty) {
    const isKept = (child) => !child.isSubmitted || !child.isConverted || !isEmptyNode(child) || existing.has(child) && !rules.allowsDelete;
    node.children = node.children.filter(isKept);
  }
  if (rules.keepsList) for (const [index, child] of node.children.entries()) child.name = String(index);
  return true;
}
function addEntries(node, members2, entry) {
  const known = new Set(node.children.map(({ name }) => name));
  const wanted = [...members2.keys()].filter((name) => isEntryName(name) && !known.has(name));
  const free = node.room.entries;
  node.room.entries -= Math.min(free, wanted.length);
  const added2 = wanted.slice(0, free).map((name) => beginNode(createNode(entry, node, name), null));
  for (const name of wanted.slice(free)) members2.delete(name);
  if (wanted.length > free) node.problems.push(TOO_MANY);
  node.children = [...node.children, ...added2].sort((left, right) => Number(left.name) - Number(right.name));
}
function isEntryName(name) {
  return /^(?:0|[1-9]\d{0,14})$/.test(name);
}
var dataOf2 = ({ data }) => data;
function echoEntries(node) {
  const isList2 = node.children.every(({ name }, index) => name === String(index));
  if (isList2) return node.children.map(echoNode);
  return Object.fromEntries(node.children.map((child) => [child.name, echoNode(child)]));
}
var NOT_CONVERTIBLE = /* @__PURE__ */ (() => /* @__PURE__ */ Symbol("not convertible"))();
function textField2(field2, options = {}) {
  const { conversion, isSecret = false } = options;
  const { trim = true } = field2;
  const standIn = authoredText(field2.empty_data);
  const nothing = conversion === void 0 && field2.empty_data === "" ? "" : null;
  const toView = (data) => conversion === void 0 ? plainText(data) : conversion.toView(data);
  return {
    begin(node, initial) {
      node.data = initial;
      node.shown = toView(initial);
    },
    submit(node, sent) {
      const typed = sentText(sent);
      if (typed === void 0) return refuse(node);
      const written = isSecret ? typed : typed && composedText(typed);
      const text2 = (trim ? trimText(written ?? "") : written) || standIn;
      const data = text2 === "" ? nothing : conversion === void 0 ? text2 : conversion.toData(text2);
      if (data === NOT_CONVERTIBLE) return refuse(node, text2);
      node.data = data;
      node.shown = toView(data);
    },
    value: ({ shown: shown2 }) => shown2
  };
}
function passwordField2(field2) {
  const { always_empty: isAlwaysEmpty = true } = field2;
  return {
    ...textField2({ trim: false, ...field2 }, { isSecret: true }),
    value: ({ isSubmitted, shown: shown2 }) => isSubmitted && !isAlwaysEmpty ? shown2 : "",
    echo: () => null
  };
}
function plainText(data) {
  return typeof data === "string" || typeof data === "number" ? String(data) : "";
}
function buttonField() {
  return { begin: () => void 0, submit: () => void 0, value: () => void 0 };
}
var INTERVAL_PARTS = /* @__PURE__ */ (() => ["years", "months", "weeks", "days", "hours", "minutes", "seconds"])();
var INTERVAL = /^P(?=\d|T\d)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;
var DATE_INTERVAL = /* @__PURE__ */ (() => ({
  toView: (data) => typeof data === "string" && INTERVAL.test(data) ? data : "",
  toData: (text2) => INTERVAL.test(text2) ? text2 : NOT_CONVERTIBLE
}))();
function parseInterval(data) {
  const match = typeof data === "string" ? INTERVAL.exec(data) : null;
  if (match === null) return void 0;
  const named3 = INTERVAL_PARTS.flatMap((part, index) => {
    const digits = match[index + 1];
    return digits === void 0 ? [] : [[part, Number(digits)]];
  });
  return Object.fromEntries(named3);
}
function formatInterval(parts) {
  const written = (part, letter) => {
    const count2 = parts[part] ?? 0;
    return count2 === 0 ? "" : `${count2}${letter}`;
  };
  const days = written("years", "Y") + written("months", "M") + written("weeks", "W") + written("days", "D");
  const time2 = written("hours", "H") + written("minutes", "M") + written("seconds", "S");
  if (time2 !== "") return `P${days}T${time2}`;
  return days === "" ? "P0D" : `P${days}`;
}
var ROUNDING_MODES = /* @__PURE__ */ (() => ["ceiling", "floor", "down", "up", "halfeven", "halfdown", "halfup"])();
function readRoundingMode(written) {
  const name = typeof written === "number" ? ROUNDING_MODES[written] : plainName(written);
  const mode = ROUNDING_MODES.find((known) => known === name);
  if (mode !== void 0) return mode;
  throw new InternalError(
    `The rounding_mode "${written}" of a form field is unknown. Use one of ${ROUNDING_MODES.join(", ")}.`
  );
}
function plainName(written) {
  return written.toLowerCase().replace(/[_\s-]/g, "").replace(/^round/, "");
}
function divideRounded(numerator, denominator, mode) {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  const whole = size / denominator;
  const rest = size % denominator;
  const isAway = rest !== 0n && roundsAway({ mode, isNegative, whole, toHalf: 2n * rest - denominator });
  const rounded = isAway ? whole + 1n : whole;
  return isNegative ? -rounded : rounded;
}
function roundsAway({ mode, isNegative, whole, toHalf }) {
  switch (mode) {
    case "ceiling":
      return !isNegative;
    case "floor":
      return isNegative;
    case "down":
      return false;
    case "up":
      return true;
    case "halfeven":
      return toHalf > 0n || toHalf === 0n && whole % 2n === 1n;
    case "halfdown":
      return toHalf > 0n;
    case "halfup":
      return toHalf >= 0n;
  }
}
var DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;
var MAX_LENGTH = 400;
function integerConversion(field2) {
  const requested = field2.rounding_mode === void 0 ? void 0 : readRoundingMode(field2.rounding_mode);
  const mode = requested ?? "down";
  return {
    toView: (data) => show(readDecimal2(data), field2, (decimal) => roundDecimal(decimal, 0, mode)),
    toData: (text2) => {
      const decimal = parseTyped(text2, field2);
      if (decimal === void 0 || decimal.scale > 0 && requested === void 0) return NOT_CONVERTIBLE;
      const value = decimalNumber(roundDecimal(decimal, 0, mode));
      return Number.isSafeInteger(value) ? value : NOT_CONVERTIBLE;
    }
  };
}
function numberConversion(field2) {
  const scale = field2.scale === void 0 ? void 0 : scaleOf2(field2, 0);
  const mode = roundingOf(field2);
  const round = (decimal) => scale === void 0 ? decimal : roundDecimal(decimal, scale, mode);
  return {
    toView: (data) => show(readDecimal2(data), field2, round),
    toData: (text2) => numberOf(parseTyped(text2, field2), round)
  };
}
function moneyConversion(field2) {
  const scale = scaleOf2(field2, 2);
  const mode = roundingOf(field2);
  const divisor = divisorOf(field2);
  return {
    toView: (data) => show(readDecimal2(data), field2, (stored) => divideDecimal(stored, divisor, { scale, mode })),
    toData: (text2) => numberOf(
      parseTyped(text2, field2),
      (amount) => multiplyDecimal(roundDecimal(amount, scale, mode), divisor)
    )
  };
}
function percentConversion(field2) {
  const scale = scaleOf2(field2, 0);
  const mode = roundingOf(field2);
  const places = field2.input === "integer" ? 0 : 2;
  return {
    toView: (data) => show(
      readDecimal2(data),
      field2,
      ({ digits, scale: stored }) => roundDecimal(multiplyDecimal({ digits, scale: stored }, powerOfTen(places)), scale, mode)
    ),
    toData: (text2) => numberOf(parseTyped(text2, field2), (percentage) => {
      const rounded = roundDecimal(percentage, scale, mode);
      return { digits: rounded.digits, scale: rounded.scale + places };
    })
  };
}
var powerOfTen = (places) => ({ digits: 10n ** BigInt(places), scale: 0 });
function roundingOf({ rounding_mode = "halfup" }) {
  return readRoundingMode(rounding_mode);
}
var MAX_SCALE = 20;
function scaleOf2({ name, scale }, standard) {
  const wanted = scale ?? standard;
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= MAX_SCALE) return wanted;
  throw new InternalError(
    `The scale ${wanted} of the form field "${name}" is not a valid number of digits. Use 0 to ${MAX_SCALE}.`
  );
}
function divisorOf({ name, divisor = 1 }) {
  const decimal = readDecimal2(divisor);
  if (decimal !== void 0 && decimal.digits > 0n) return decimal;
  throw new InternalError(`The divisor ${divisor} of the form field "${name}" has to be above zero.`);
}
var GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
function parseTyped(text2, { grouping }) {
  return parseDecimal(grouping === true && GROUPED.test(text2) ? text2.replaceAll(",", "") : text2);
}
function show(data, { grouping }, prepare) {
  if (data === void 0) return "";
  const text2 = formatDecimal2(prepare(data));
  if (grouping !== true) return text2;
  const [whole = "", fraction] = text2.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === void 0 ? grouped : `${grouped}.${fraction}`;
}
function numberOf(typed, prepare) {
  if (typed === void 0) return NOT_CONVERTIBLE;
  const value = decimalNumber(prepare(typed));
  return Number.isFinite(value) ? value : NOT_CONVERTIBLE;
}
function parseDecimal(text2) {
  const match = text2.length > MAX_LENGTH ? null : DECIMAL.exec(text2);
  const near = Number(text2);
  if (match === null || !Number.isFinite(near)) return void 0;
  const [, sign = "", whole = "", after = "", only = "", exponent = "0"] = match;
  const fraction = after + only;
  const digits = BigInt(`${whole}${fraction}`);
  if (near === 0) return { digits: 0n, scale: digits === 0n ? fraction.length : 1 };
  const scale = fraction.length - Number(exponent);
  const signed = sign === "-" ? -digits : digits;
  return scale < 0 ? { digits: signed * 10n ** BigInt(-scale), scale: 0 } : { digits: signed, scale };
}
function readDecimal2(data) {
  return typeof data === "number" || typeof data === "string" ? parseDecimal(String(data)) : void 0;
}
function roundDecimal(decimal, scale, mode) {
  return divideDecimal(decimal, { digits: 1n, scale: 0 }, { scale, mode });
}
function multiplyDecimal(left, right) {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}
function divideDecimal(dividend, divisor, { scale, mode }) {
  const numerator = dividend.digits * 10n ** BigInt(divisor.scale + scale);
  const denominator = divisor.digits * 10n ** BigInt(dividend.scale);
  return { digits: divideRounded(numerator, denominator, mode), scale };
}
function formatDecimal2({ digits, scale }) {
  const isNegative = digits < 0n;
  const padded = (isNegative ? -digits : digits).toString().padStart(scale + 1, "0");
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return isNegative ? `-${unsigned}` : unsigned;
}
function decimalNumber(decimal) {
  return Number(formatDecimal2(decimal));
}
var DATE = /* @__PURE__ */ (() => ({
  toView: (data) => /^\d{4}-\d{2}-\d{2}/.exec(momentText(data))?.[0] ?? "",
  toData: (text2) => isDate2(text2) ? text2 : NOT_CONVERTIBLE
}))();
var WEEK = /* @__PURE__ */ (() => ({
  toView: (data) => typeof data === "string" && isWeek(data) ? data : "",
  toData: (text2) => isWeek(text2) ? text2 : NOT_CONVERTIBLE
}))();
var TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/;
var SHOWN_TIME = /(?:^|\d[T ])((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.\d+)?$/;
var ZONE = /:\d{2}(?:\.\d+)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i;
var ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
var UUID_TEXT = /* @__PURE__ */ (() => ({
  toView: (data) => isUuid(data) ? data.toLowerCase() : "",
  toData: (text2) => isUuid(text2) ? text2.toLowerCase() : NOT_CONVERTIBLE
}))();
var ULID_TEXT = /* @__PURE__ */ (() => ({
  toView: (data) => typeof data === "string" && ULID.test(data) ? data.toUpperCase() : "",
  toData: (text2) => ULID.test(text2) ? text2.toUpperCase() : NOT_CONVERTIBLE
}))();
var COMPLETE = /^(?:[/.]|[\w+.-]+:\/\/|[^:/?@#]+@)/;
var CONVERSIONS = /* @__PURE__ */ (() => /* @__PURE__ */ new Map([
  ["integer", integerConversion],
  ["number", numberConversion],
  ["money", moneyConversion],
  ["percent", percentConversion],
  ["url", urlConversion],
  ["date", () => DATE],
  ["birthday", () => DATE],
  ["datetime", dateTimeConversion],
  ["time", timeConversion],
  ["week", () => WEEK],
  ["dateinterval", () => DATE_INTERVAL],
  ["uuid", () => UUID_TEXT],
  ["ulid", () => ULID_TEXT]
]))();
function conversionOf(type2, field2) {
  return CONVERSIONS.get(type2)?.(field2);
}
function urlConversion({ default_protocol: protocol }) {
  if (protocol === void 0 || protocol === null || protocol === "") return void 0;
  return {
    toView: (data) => typeof data === "string" ? data : "",
    toData: (text2) => COMPLETE.test(text2) ? text2 : `${protocol}://${text2}`
  };
}
function dateTimeConversion(field2) {
  const clock = timeConversion(field2);
  return {
    toView: (data) => {
      const [day, time2] = [DATE.toView(data), clock.toView(data)];
      if (day === "") return "";
      return `${day}T${time2 === "" ? clock.toView("00:00:00") : time2}`;
    },
    toData: (text2) => {
      const [, day = "", time2 = ""] = /^([^T ]*)[T ](.*)$/s.exec(text2) ?? [];
      const seconds = clock.toData(time2);
      return isDate2(day) && seconds !== NOT_CONVERTIBLE ? `${day}T${String(seconds)}` : NOT_CONVERTIBLE;
    }
  };
}
function timeConversion({ with_seconds: withSeconds = false }) {
  return {
    toView: (data) => {
      const [, minutes = "", seconds = ":00"] = SHOWN_TIME.exec(momentText(data)) ?? [];
      return minutes !== "" && withSeconds ? `${minutes}${seconds}` : minutes;
    },
    toData: (text2) => {
      const [, minutes, seconds = ":00"] = TIME.exec(text2) ?? [];
      if (minutes === void 0) return NOT_CONVERTIBLE;
      return `${minutes}${withSeconds ? seconds : ":00"}`;
    }
  };
}
function momentText(data) {
  if (typeof data === "string" && !ZONE.test(data)) return data;
  const moment = data instanceof Date ? data : new Date(typeof data === "string" ? data : NaN);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString().slice(0, 19);
}
function isDate2(text2) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text2) && isCalendarDay(text2);
}
function isWeek(text2) {
  const [, year = 0, week = 0] = (/^(\d{4})-W(\d{2})$/.exec(text2) ?? []).map(Number);
  return year >= 1 && week >= 1 && week <= weeksOf(year);
}
function weeksOf(year) {
  const dayOfEnd = (of) => (of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)) % 7;
  return dayOfEnd(year) === 4 || dayOfEnd(year - 1) === 3 ? 53 : 52;
}
function readChoices(choices, attributes) {
  return isList(choices) ? choices.map((entry) => readListed(entry, attributes)) : Object.entries(choices).map(([label, value]) => readNamed(label, value ?? null, attributes));
}
function choiceValue(data) {
  if (data === null) return "";
  if (typeof data === "boolean") return data ? "1" : "0";
  return typeof data === "object" ? JSON.stringify(data) : String(data);
}
function readNamed(label, value, attributes) {
  if (typeof value === "object" && value !== null)
    return { label, choices: flatten(readChoices(value, attributes)) };
  return { label, data: value, attr: attributesOf(label, attributes) };
}
function readListed(entry, attributes) {
  if (typeof entry !== "object" || entry === null || isList(entry))
    return readNamed(choiceValue(entry), entry, attributes);
  const { label: written, value = null, choices, attr = {} } = entry;
  const label = typeof written === "string" ? written : choiceValue(value);
  if (typeof choices === "object" && choices !== null) return readNamed(label, choices, attributes);
  const own = attr;
  return { label, data: value, attr: { ...attributesOf(label, attributes), ...own } };
}
function flatten(entries) {
  return entries.flatMap((entry) => "choices" in entry ? entry.choices : [entry]);
}
function attributesOf(label, attributes) {
  return (Object.hasOwn(attributes, label) ? attributes[label] : void 0) ?? {};
}
function isList(value) {
  return Array.isArray(value);
}
function declaredChoices(field2) {
  const { choices = [], choice_attr: attributes = {}, preferred_choices: preferred = [] } = field2;
  return buildChoiceList(readChoices(choices, attributes), preferred);
}
function buildChoiceList(entries, preferred = []) {
  const byValue = /* @__PURE__ */ new Map();
  const shown2 = /* @__PURE__ */ new Map();
  const take = (choice3) => {
    const value = choiceValue(choice3.data);
    if (byValue.has(value)) return [];
    const { label, data, attr } = choice3;
    byValue.set(value, { label, value, data, attr });
    const wire = { label, value, data, attr, labelTranslationParameters: [] };
    shown2.set(value, wire);
    return [wire];
  };
  const choices = entries.flatMap((entry) => {
    if (!("choices" in entry)) return take(entry);
    const group = entry.choices.flatMap(take);
    return group.length === 0 ? [] : [{ label: entry.label, choices: group }];
  });
  const first = preferred.map((value) => shown2.get(String(value))).filter((choice3) => choice3 !== void 0);
  const flat = [...byValue.values()];
  return {
    choices,
    preferred: first,
    flat,
    find: (value) => byValue.get(value),
    valueOf: valueByData(flat, byValue),
    hasEmptyChoice: (first[0] ?? choices[0])?.value === ""
  };
}
function valueByData(flat, byValue) {
  const byData = new Map(flat.map(({ data, value }) => [data, value]));
  return (data) => {
    if (data === void 0) return void 0;
    const exact = byData.get(data);
    if (exact !== void 0 || typeof data === "object" && data !== null) return exact;
    return byValue.get(choiceValue(data))?.value;
  };
}
function partNames(type2, field2) {
  const { with_minutes: minutes = true, with_seconds: seconds = false } = field2;
  const clock = [
    "hour",
    ...minutes ? ["minute"] : [],
    ...minutes && seconds ? ["second"] : []
  ];
  switch (type2) {
    case "time":
      return clock;
    case "datetime":
      return [...DAY2, ...clock];
    case "week":
      return ["year", "week"];
    case "dateinterval":
      return ["years", "months", "days", ...intervalClock(field2)];
    default:
      return DAY2;
  }
}
var DAY2 = /* @__PURE__ */ (() => ["year", "month", "day"])();
function intervalClock(field2) {
  return [
    ...field2.hours === void 0 ? [] : ["hours"],
    ...field2.with_minutes === true || field2.minutes !== void 0 ? ["minutes"] : [],
    ...field2.with_seconds === true || field2.seconds !== void 0 ? ["seconds"] : []
  ];
}
function partChoices(type2, requested) {
  const { name, field: field2, now } = requested;
  const label = labelOf(name, field2);
  return numbersOf(type2, { name, field: field2, now }).map((data) => ({ label: label(data), data, attr: {} }));
}
function numbersOf(type2, { name, field: field2, now }) {
  switch (name) {
    case "year":
      return field2.years ?? yearsAround(type2, now.getUTCFullYear());
    case "month":
      return field2.months ?? range2(1, 12);
    case "week":
    case "weeks":
      return range2(1, 53);
    case "day":
      return field2.days ?? range2(1, 31);
    case "hour":
      return field2.hours ?? range2(0, 23);
    case "minute":
      return field2.minutes ?? range2(0, 59);
    case "second":
      return field2.seconds ?? range2(0, 59);
    case "years":
      return field2.years ?? range2(0, 100);
    case "months":
      return field2.months ?? range2(0, 12);
    case "days":
      return field2.days ?? range2(0, 31);
    case "hours":
      return field2.hours ?? range2(0, 24);
    case "minutes":
      return field2.minutes ?? range2(0, 60);
    case "seconds":
      return field2.seconds ?? range2(0, 60);
    default:
      return assertNever(name);
  }
}
function yearsAround(type2, year) {
  if (type2 === "birthday") return range2(year - 120, year);
  return type2 === "week" ? range2(year - 10, year + 10) : range2(year - 5, year + 5);
}
function range2(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
var PADDED = /* @__PURE__ */ (() => /* @__PURE__ */ new Set(["month", "day", "hour", "minute", "second", "week"]))();
function labelOf(name, { format }) {
  const letters = name === "month" && typeof format === "string" ? /[ML]+/.exec(format)?.[0].length ?? 2 : 2;
  if (letters > 2) {
    const names3 = new Intl.DateTimeFormat("en", { month: letters === 3 ? "short" : "long", timeZone: "UTC" });
    return (month) => names3.format(Date.UTC(2e3, month - 1));
  }
  return (value) => PADDED.has(name) ? String(value).padStart(2, "0") : String(value);
}
function followsYear(type2, field2) {
  return field2.years === void 0 && partNames(type2, field2).includes("year");
}
function createDateParts(type2, field2, now) {
  const names3 = partNames(type2, field2);
  const parts = names3.map((name) => {
    const choices = buildChoiceList(partChoices(type2, { name, field: field2, now }));
    return { name, choices, ...placeholderOf2(name, field2) };
  });
  const isTyped = field2.widget === "text" || field2.widget === "integer";
  const { split, join } = type2 === "dateinterval" ? INTERVAL2 : momentNotation(type2, field2);
  return {
    parts,
    toView: (data) => {
      const numbers = split(data);
      return Object.fromEntries(names3.map((name) => [name, String(numbers?.[name] ?? "")]));
    },
    toData: (submitted) => {
      const texts = parts.map(({ name }) => Object.hasOwn(submitted, name) ? submitted[name] ?? "" : "");
      if (texts.every((text2) => text2 === "")) return null;
      const numbers = {};
      for (const [index, { name, choices }] of parts.entries()) {
        const text2 = texts[index] ?? "";
        const isKnown = isTyped ? /^\d{1,4}$/.test(text2) : choices.find(text2) !== void 0;
        if (!isKnown) return NOT_CONVERTIBLE;
        numbers[name] = Number(text2);
      }
      return join(numbers);
    }
  };
}
var INTERVAL2 = /* @__PURE__ */ (() => ({
  split: (data) => {
    const interval = parseInterval(data);
    if (interval === void 0) return void 0;
    const { weeks = 0, days = 0, ...others } = interval;
    return { ...NO_INTERVAL, ...others, days: days + 7 * weeks };
  },
  join: formatInterval
}))();
var NO_INTERVAL = /* @__PURE__ */ (() => ({ years: 0, months: 0, days: 0, hours: 0, minutes: 0, seconds: 0 }))();
var FULL_TEXT = /* @__PURE__ */ (() => ({
  date: ["year", "month", "day"],
  birthday: ["year", "month", "day"],
  datetime: ["year", "month", "day", "hour", "minute", "second"],
  time: ["hour", "minute", "second"],
  week: ["year", "week"]
}))();
function momentNotation(type2, field2) {
  const order2 = FULL_TEXT[type2] ?? [];
  const whole = conversionOf(type2, { ...field2, with_seconds: true });
  return {
    split: (data) => {
      const numbers = whole?.toView(data).match(/\d+/g)?.map(Number);
      return numbers && Object.fromEntries(order2.map((name, index) => [name, numbers[index]]));
    },
    join: (numbers) => joinText(type2, numbers, whole)
  };
}
function joinText(type2, numbers, whole) {
  const digits = (name) => String(numbers[name] ?? 0).padStart(name === "year" ? 4 : 2, "0");
  const day = `${digits("year")}-${digits("month")}-${digits("day")}`;
  const time2 = `${digits("hour")}:${digits("minute")}:${digits("second")}`;
  const texts = {
    date: day,
    birthday: day,
    datetime: `${day}T${time2}`,
    time: time2,
    week: `${digits("year")}-W${digits("week")}`
  };
  return whole?.toData(texts[type2] ?? "") ?? NOT_CONVERTIBLE;
}
function placeholderOf2(name, field2) {
  const { placeholder, required: required2 = true } = field2;
  const standard = required2 ? {} : { placeholder: "" };
  if (placeholder === void 0 || placeholder === null || placeholder === true) return standard;
  if (placeholder === false) return {};
  if (typeof placeholder === "string") return { placeholder };
  const own = Object.hasOwn(placeholder, name) ? placeholder[name] : void 0;
  return typeof own === "string" ? { placeholder: own } : standard;
}
function dateField(scope) {
  const { type: type2, field: field2 } = scope;
  const { widget = "single_text" } = field2;
  return widget === "single_text" ? textField2(field2, { conversion: conversionOf(type2, field2) }) : dateInParts(scope);
}
function dateInParts(scope) {
  const partsAt = perYear(scope, (now) => planParts(scope, now));
  return {
    begin(node, initial) {
      const { plans, toView } = partsAt(node.now);
      node.data = initial;
      const texts = toView(initial);
      node.children = plans.map((part) => beginNode(createNode(part, node), texts[part.name] ?? ""));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const data = partsAt(node.now).toData(textsOf(node));
      const isKnown = node.children.every(({ isConverted }) => isConverted);
      if (!isObject || !isKnown || data === NOT_CONVERTIBLE) return refuse(node);
      node.data = data;
    },
    value: textsOf
  };
}
function planParts({ type: type2, field: field2, settings, plan }, now) {
  const dateParts = createDateParts(type2, field2, now);
  const isTyped = field2.widget === "text" || field2.widget === "integer";
  const plans = dateParts.parts.map(({ name, choices, placeholder = false }) => {
    const part = {
      name,
      type: isTyped ? "text" : "choice",
      required: settings.isRequired,
      invalid_message: settings.invalidMessage,
      error_bubbling: true,
      placeholder
    };
    const planned = plan(part);
    return isTyped ? planned : { ...planned, behaviour: choiceAmong(choices, part) };
  });
  return { ...dateParts, plans };
}
function perYear({ type: type2, field: field2 }, make) {
  const start = /* @__PURE__ */ new Date();
  let made = { year: start.getUTCFullYear(), value: make(start) };
  if (!followsYear(type2, field2)) return () => made.value;
  return (now) => {
    const year = now.getUTCFullYear();
    if (year !== made.year) made = { year, value: make(now) };
    return made.value;
  };
}
function textsOf({ children }) {
  return Object.fromEntries(children.map(({ name, shown: shown2 }) => [name, shown2 ?? ""]));
}
var LANGUAGE_CODES = /* @__PURE__ */ (() => words(`
  aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang ann anp ar arc arn aro arp arq
  ars arw ary arz as asa ase ast atj av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem bew bez bfd
  bfq bg bgc bgn bh bho bi bik bin bjn bkm bla blo blt bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn
  byv ca cad car cay cch ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ckb clc co cop cps cr crg
  crh crj crk crl crm crr crs cs csb csw cu cv cy da dak dar dav de del den dgr din dje doi dsb dtp dua dum dv
  dyo dyu dz dzg ebu ee efi egl egy eka el elx en enm eo es esu et eu ewo ext fa fan ff fi fil fit fj fo fon
  fr frc frm fro frp frr frs fur fy ga gaa gag gan gay gba gbz gd gez gil gl glk gmh gn goh gon gor got grb
  grc gsw gu guc gur guz gv gwi ha hai hak haw hax he hi hif hil hit hmn hnj ho hr hsb hsn ht hu hup hur hy hz
  ia iba ibb id ie ig ii ik ikt ilo inh io is it iu izh ja jam jbo jgo jmc jpr jrb jut jv ka kaa kab kac kaj
  kam kaw kbd kbl kcg kde kea kek ken kfo kg kgp kha kho khq khw ki kiu kj kk kkj kl kln km kmb kn ko koi kok
  kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kwk kxv ky la lad lag lah lam lb lez lfn lg
  li lij lil liv lkt lmo ln lo lol lou loz lrc lsm lt ltg lu lua lui lun luo lus luy lv lzh lzz mad maf mag
  mai mak man mas mde mdf mdr men mer mfe mg mga mgh mgo mh mi mic min mk ml mn mnc mni moe moh mos mr mrj ms
  mt mua mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia niu njo nl nmg nn nnh no nog
  non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj ojb ojc ojs ojw oka om or os osa ota pa pag pal pam
  pap pau pcd pcm pdc pdt peo pfl phn pi pis pl pms pnt pon pqm prg pro ps pt qu quc qug raj rap rar rgn rhg
  rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba sbp sc scn sco sd sdc sdh
  se see seh sei sel ses sg sga sgs shi shn shu si sid sk sl slh sli sly sm sma smj smn sms sn snk so sog sq
  sr srn srr ss ssy st stq str su suk sus sux sv sw swb syc syr szl ta tce tcy te tem teo ter tet tg tgx th
  tht ti tig tiv tk tkl tkr tlh tli tly tmh tn to tog tok tpi tr tru trv trw ts tsd tsi tt ttm ttt tum tvl tw
  twq ty tyv tzm udm ug uga uk umb ur uz vai ve vec vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp
  wo wuu xal xh xmf xnr xog yao yap yav ybb yi yo yrl yue za zap zbl zea zen zgh zh zu zun zza
`))();
var LOCALE_CODES = /* @__PURE__ */ (() => [
  ...new Set(
    words(`
  af:NA,ZA agq:CM ak:GH am:ET
  ar:AE,BH,DJ,DZ,EG,EH,ER,IL,IQ,JO,KM,KW,LB,LY,MA,MR,OM,PS,QA,SA,SD,SO,SS,SY,TD,TN,YE ars as:IN asa:TZ ast:ES
  az:AZ,Latn,Cyrl,Latn_AZ,Cyrl_AZ ba:RU bas:CM be:BY bem:ZM bez:TZ bg:BG bgc:IN bho:IN blo:BJ bm:ML bn:BD,IN
  bo:CN,IN br:FR brx:IN bs:BA,Latn,Cyrl,Latn_BA,Cyrl_BA bua:RU ca:AD,ES,FR,IT ccp:BD,IN ce:RU ceb:PH cgg:UG
  chr:US ckb:IQ,IR cs:CZ csw:CA cv:RU cy:GB da:DK,GL dav:KE de:AT,BE,CH,DE,IT,LI,LU dje:NE doi:IN dsb:DE
  dua:CM dyo:SN dz:BT ebu:KE ee:GH,TG el:CY,GR
  en:AE,AG,AI,AS,AT,AU,BB,BE,BI,BM,BS,BW,BZ,CA,CC,CH,CK,CM,CX,CY,CZ,DE,DK,DM,EE,ER,ES,FI,FJ,FK,FM,FR
  en:GB,GD,GE,GG,GH,GI,GM,GS,GU,GY,HK,HU,ID,IE,IL,IM,IN,IO,IT,JE,JM,JP,KE,KI,KN,KY,LC,LR,LS,LT,LV,MG
  en:MH,MO,MP,MS,MT,MU,MV,MW,MY,NA,NF,NG,NL,NO,NR,NU,NZ,PG,PH,PK,PL,PN,PR,PT,PW,RO,RW,SB,SC,SD,SE,SG
  en:SH,SI,SK,SL,SS,SX,SZ,TC,TK,TO,TT,TV,TZ,UA,UG,UM,US,VC,VG,VI,VU,WS,ZA,ZM,ZW eo
  es:AR,BO,BR,BZ,CL,CO,CR,CU,DO,EC,ES,GQ,GT,HN,MX,NI,PA,PE,PH,PR,PY,SV,US,UY,VE et:EE eu:ES ewo:CM fa:AF,IR
  ff:BF,CM,GH,GM,GN,GW,LR,MR,NE,NG,SL,SN,Latn,Adlm,Latn_BF,Latn_CM,Latn_GH,Latn_GM,Latn_GN,Latn_GW
  ff:Latn_LR,Latn_MR,Latn_NE,Latn_NG,Latn_SL,Latn_SN,Adlm_BF,Adlm_CM,Adlm_GH,Adlm_GM,Adlm_GN,Adlm_GW
  ff:Adlm_LR,Adlm_MR,Adlm_NE,Adlm_NG,Adlm_SL,Adlm_SN fi:FI fil:PH fo:DK,FO
  fr:BE,BF,BI,BJ,BL,CA,CD,CF,CG,CH,CI,CM,DJ,DZ,FR,GA,GF,GN,GP,GQ,HT,KM,LU,MA,MC,MF,MG,ML,MQ,MR,MU,NC
  fr:NE,PF,PM,RE,RW,SC,SN,SY,TD,TG,TN,VU,WF,YT fur:IT fy:NL ga:GB,IE gaa:GH gd:GB gl:ES gsw:CH,FR,LI gu:IN
  guz:KE gv:IM ha:GH,NE,NG haw:US he:IL hi:IN,Latn,Latn_IN hr:BA,HR hsb:DE hu:HU hy:AM ia id:ID ie:EE ig:NG
  ii:CN is:IS it:CH,IT,SM,VA ja:JP jgo:CM jmc:TZ jv:ID ka:GE kab:DZ kam:KE kde:TZ kea:CV kgp:BR khq:ML ki:KE
  kk:CN,KZ,Cyrl,Arab,Cyrl_KZ,Arab_CN kkj:CM kl:GL kln:KE km:KH kn:IN ko:CN,KP,KR
  kok:IN,Latn,Deva,Latn_IN,Deva_IN ks:IN,Arab,Deva,Arab_IN,Deva_IN ksb:TZ ksf:CM ksh:DE
  ku:IQ,SY,TR,Latn,Latn_IQ,Latn_SY,Latn_TR kw:GB kxv:IN,Latn,Deva,Telu,Orya,Latn_IN,Deva_IN,Telu_IN,Orya_IN
  ky:KG lag:TZ lb:LU lg:UG lij:IT lkt:US lmo:IT ln:AO,CD,CF,CG lo:LA lrc:IQ,IR lt:LT lu:CD luo:KE luy:KE lv:LV
  mai:IN mas:KE,TZ mer:KE mfe:MU mg:MG mgh:MZ mgo:CM mi:NZ mk:MK ml:IN mn:MN mni:IN,Beng,Beng_IN mr:IN
  ms:BN,ID,MY,SG mt:MT mua:CM my:MM mzn:IR naq:NA nb nd:ZW nds:DE,NL ne:IN,NP nl:AW,BE,BQ,CW,NL,SR,SX nmg:CM
  nn:NO nnh:CM no:NO nqo:GN nso:ZA nus:SS nyn:UG oc:ES,FR om:ET,KE or:IN os:GE,RU
  pa:IN,PK,Arab,Guru,Arab_PK,Guru_IN pcm:NG pl:PL pms:IT prg:PL ps:AF,PK
  pt:AO,BR,CH,CV,GQ,GW,LU,MO,MZ,PT,ST,TL qu:BO,EC,PE raj:IN rm:CH rn:BI ro:MD,RO rof:TZ ru:BY,KG,KZ,MD,RU,UA
  rw:RW rwk:TZ sa:IN sah:RU saq:KE sat:IN,Olck,Olck_IN sbp:TZ sc:IT scn:IT sd:IN,PK,Arab,Deva,Arab_PK,Deva_IN
  se:FI,NO,SE seh:MZ ses:ML sg:CF shi:MA,Latn,Tfng,Latn_MA,Tfng_MA shn:MM,TH si:LK sk:SK sl:SI smn:FI sn:ZW
  so:DJ,ET,KE,SO sq:AL,MK sr:BA,ME,RS,Latn,Cyrl,Latn_BA,Latn_ME,Latn_RS,Cyrl_BA,Cyrl_ME,Cyrl_RS st:LS,ZA
  su:ID,Latn,Latn_ID sv:AX,FI,SE sw:CD,KE,TZ,UG syr:IQ,SY szl:PL ta:IN,LK,MY,SG te:IN teo:KE,UG tg:TJ th:TH
  ti:ER,ET tk:TM tn:BW,ZA to:TO tok tr:CY,TR tt:RU twq:NE tyv:RU tzm:MA ug:CN uk:UA ur:IN,PK
  uz:AF,UZ,Latn,Cyrl,Arab,Latn_UZ,Cyrl_UZ,Arab_AF vai:LR,Latn,Vaii,Latn_LR,Vaii_LR vec:IT vi:VN vmw:MZ vun:TZ
  wae:CH wo:SN xh:ZA xnr:IN xog:UG yav:CM yi:UA yo:BJ,NG yrl:BR,CO,VE
  yue:CN,HK,MO,Hans,Hant,Hans_CN,Hant_CN,Hant_HK,Hant_MO za:CN zgh:MA
  zh:CN,HK,MO,MY,SG,TW,Hans,Hant,Hans_CN,Hans_HK,Hans_MO,Hans_MY,Hans_SG,Hant_HK,Hant_MO,Hant_MY zh:Hant_TW
  zu:ZA
`).flatMap((entry) => {
      const [language2 = "", places] = entry.split(":");
      return [language2, ...(places?.split(",") ?? []).map((place) => `${language2}_${place}`)];
    })
  )
])();
var RENAMED_TIME_ZONES = /* @__PURE__ */ (() => /* @__PURE__ */ new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"]
]))();
function words(text2) {
  return text2.trim().split(/\s+/);
}
var MAKERS = /* @__PURE__ */ (() => /* @__PURE__ */ new Map([
  ["country", () => named2([...COUNTRY_CODES], names2("region"))],
  ["language", () => named2(LANGUAGE_CODES, names2("language"))],
  ["locale", () => named2(LOCALE_CODES, localeNames())],
  ["currency", () => named2(Intl.supportedValuesOf("currency"), names2("currency"))],
  ["timezone", timeZones]
]))();
var MADE = /* @__PURE__ */ (() => /* @__PURE__ */ new Map())();
var timeZoneLabel = (zone) => zone.replaceAll("/", " / ").replaceAll("_", " ");
function createChoiceList(type2, field2) {
  const { choices, choice_attr: attributes = {}, preferred_choices: preferred = [] } = field2;
  if (choices !== void 0) return declaredChoices(field2);
  const known = localeChoices(type2);
  if (known === void 0) return buildChoiceList([]);
  if (preferred.length === 0 && Object.keys(attributes).length === 0) return sharedList(type2, known);
  const marked = known.map(
    (choice3) => Object.hasOwn(attributes, choice3.label) ? { ...choice3, attr: attributes[choice3.label] ?? {} } : choice3
  );
  return withHidden(type2, buildChoiceList(marked, preferred));
}
var SHARED = /* @__PURE__ */ (() => /* @__PURE__ */ new WeakMap())();
function sharedList(type2, known) {
  const list = SHARED.get(known) ?? withHidden(type2, buildChoiceList(known));
  SHARED.set(known, list);
  return list;
}
function withHidden(type2, list) {
  const find = (value) => {
    const hidden = () => {
      const choice3 = hiddenLocaleChoice(type2, value);
      return choice3 && { ...choice3, value };
    };
    return list.find(value) ?? hidden();
  };
  const valueOf = (data) => list.valueOf(data) ?? (typeof data === "string" ? find(data)?.value : void 0);
  return { ...list, find, valueOf };
}
function localeChoices(type2) {
  const made = MADE.get(type2) ?? MAKERS.get(type2)?.();
  if (made !== void 0) MADE.set(type2, made);
  return made;
}
function names2(type2) {
  const display = new Intl.DisplayNames("en", { type: type2, fallback: "none" });
  return (code) => display.of(code);
}
function localeNames() {
  const display = new Intl.DisplayNames("en", {
    type: "language",
    fallback: "none",
    languageDisplay: "standard"
  });
  return (code) => display.of(code.replaceAll("_", "-"));
}
function named2(codes, nameOf) {
  const order2 = new Intl.Collator("en");
  return codes.flatMap((data) => {
    const label = nameOf(data);
    return label === void 0 ? [] : [{ label, data, attr: {} }];
  }).sort((left, right) => order2.compare(left.label, right.label));
}
function timeZones() {
  const zones = [...Intl.supportedValuesOf("timeZone"), ...[...RENAMED_TIME_ZONES].flat(), "UTC"];
  return named2([...new Set(zones)], timeZoneLabel);
}
function hiddenLocaleChoice(type2, value) {
  if (type2 !== "timezone" || !isTimeZoneName(value)) return void 0;
  return { label: timeZoneLabel(value), data: value, attr: {} };
}
var text = ({ field: field2 }) => textField2(field2);
var converted = ({ type: type2, field: field2 }) => textField2(field2, { conversion: conversionOf(type2, field2) });
var choice2 = ({ field: field2 }) => choiceAmong(declaredChoices(field2), field2);
var platformChoice = ({ type: type2, field: field2 }) => choiceAmong(createChoiceList(type2, field2), field2);
var checkbox = ({ field: field2 }) => checkboxField(field2);
function field(name, invalidMessage, make) {
  return [name, { chain: ["form", name], invalidMessage, make }];
}
function expecting(expected, [name, type2]) {
  return [name, { ...type2, expected }];
}
function textual(name, invalidMessage, make) {
  return [name, { chain: ["form", "text", name], invalidMessage, make }];
}
function choosing(name, invalidMessage, make) {
  return [name, { chain: ["form", "choice", name], invalidMessage, make }];
}
function button(name, chain) {
  return [name, { chain, invalidMessage: NOT_VALID, isButton: true, make: buttonField }];
}
var TEXT_TYPES = /* @__PURE__ */ (() => [
  field("text", NOT_VALID, text),
  textual("textarea", NOT_VALID, text),
  textual("search", "Please enter a valid search term.", text),
  textual("email", "Please enter a valid email address.", text),
  textual("tel", "Please provide a valid phone number.", text),
  textual("color", "Please select a valid color.", text),
  textual("range", "Please choose a valid range.", text),
  textual("password", "The password is invalid.", ({ field: definition }) => passwordField2(definition)),
  [
    "hidden",
    {
      chain: ["form", "hidden"],
      invalidMessage: "The hidden field is invalid.",
      isBubbling: true,
      isRequired: false,
      make: text
    }
  ]
])();
var CONVERTED_TYPES = /* @__PURE__ */ (() => [
  textual("url", "Please enter a valid URL.", converted),
  expecting("Expected an integer such as 12.", field("integer", "Please enter an integer.", converted)),
  expecting("Expected a number such as 12.5.", field("number", "Please enter a number.", converted)),
  expecting(
    "Expected an amount such as 12.50.",
    field("money", "Please enter a valid money amount.", converted)
  ),
  expecting(
    "Expected a percentage such as 25.",
    field("percent", "Please enter a percentage value.", converted)
  ),
  expecting(
    "Expected a UUID such as a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.",
    field("uuid", "Please enter a valid UUID.", converted)
  ),
  expecting(
    "Expected a ULID such as 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    field("ulid", "Please enter a valid ULID.", converted)
  )
])();
var BOX_TYPES = /* @__PURE__ */ (() => [
  field("checkbox", "The checkbox has an invalid value.", checkbox),
  [
    "radio",
    { chain: ["form", "checkbox", "radio"], invalidMessage: "Please select a valid option.", make: checkbox }
  ]
])();
var CHOICE_TYPES = /* @__PURE__ */ (() => [
  field("choice", "The selected choice is invalid.", choice2),
  choosing("enum", "The selected choice is invalid.", choice2)
])();
var PLATFORM_CHOICE_TYPES = /* @__PURE__ */ (() => [
  choosing("country", "Please select a valid country.", platformChoice),
  choosing("language", "Please select a valid language.", platformChoice),
  choosing("locale", "Please select a valid locale.", platformChoice),
  choosing("currency", "Please select a valid currency.", platformChoice),
  choosing("timezone", "Please select a valid timezone.", platformChoice)
])();
var DATE_TYPES = /* @__PURE__ */ (() => [
  expecting("Expected a date such as 2026-11-23.", field("date", "Please enter a valid date.", dateField)),
  expecting(
    "Expected a date and time such as 2026-11-23T10:00.",
    field("datetime", "Please enter a valid date and time.", dateField)
  ),
  expecting(
    "Expected a time such as 10:00 or 10:00:30.",
    field("time", "Please enter a valid time.", dateField)
  ),
  expecting("Expected a week such as 2026-W48.", field("week", "Please enter a valid week.", dateField)),
  expecting(
    "Expected an interval such as P1DT12H.",
    field("dateinterval", "Please choose a valid date interval.", dateField)
  ),
  [
    "birthday",
    {
      chain: ["form", "date", "birthday"],
      invalidMessage: "Please enter a valid birthdate.",
      expected: "Expected a date such as 2026-11-23.",
      make: dateField
    }
  ]
])();
var FILE_TYPES = /* @__PURE__ */ (() => [
  field("file", "Please select a valid file.", ({ field: definition }) => fileField(definition))
])();
var COLLECTION_TYPES = /* @__PURE__ */ (() => [
  [
    "collection",
    {
      chain: ["form", "collection"],
      invalidMessage: "The collection is invalid.",
      isBubbling: true,
      make: collectionField
    }
  ]
])();
var REPEATED_TYPES = /* @__PURE__ */ (() => [field("repeated", "The values do not match.", repeatedField)])();
var BUTTON_TYPES = /* @__PURE__ */ (() => [
  button("submit", ["button", "submit"]),
  button("reset", ["button", "reset"]),
  button("button", ["button"])
])();
var FIELD_TYPES = /* @__PURE__ */ (() => new Map([
  ...TEXT_TYPES,
  ...CONVERTED_TYPES,
  ...BOX_TYPES,
  ...CHOICE_TYPES,
  ...PLATFORM_CHOICE_TYPES,
  ...DATE_TYPES,
  ...FILE_TYPES,
  ...COLLECTION_TYPES,
  ...REPEATED_TYPES,
  ...BUTTON_TYPES
]))();
function fileField({ multiple = false }) {
  return {
    begin(node) {
      node.data = multiple ? [] : null;
    },
    submit(node, sent) {
      const files = filesIn(sent);
      if (!multiple && files.length > 1) return refuse(node);
      if (files.some(({ facts }) => facts.isUnreadable === true)) return refuse(node);
      node.data = multiple ? files : files[0] ?? null;
    },
    value: () => "",
    echo: () => null,
    vars: () => ({ multiple }),
    ...multiple ? { fullNameSuffix: "[]" } : {}
  };
}
function filesIn(sent) {
  if (sent instanceof SubmittedFile) return [sent];
  return [...sentMembers(sent)?.values() ?? []].filter((one) => one instanceof SubmittedFile);
}
function checkboxField(field2) {
  const value = String(field2.value ?? "1");
  const unticked = new Set((field2.false_values ?? []).map(authoredText));
  const standIn = field2.empty_data === void 0 ? null : sentText(field2.empty_data);
  return {
    begin(node, initial) {
      node.data = initial === true;
    },
    submit(node, sent) {
      const written = sentText(sent);
      if (written === void 0) {
        refuse(node);
        node.data = false;
        return;
      }
      const text2 = written ?? standIn ?? null;
      node.data = text2 !== null && !unticked.has(text2);
    },
    value: () => value,
    vars: ({ data }) => ({ checked: data === true })
  };
}
function repeatedField({ field: field2, settings, plan }) {
  const halves = halvesOf(field2).map(
    (half) => plan({ error_bubbling: settings.isBubbling, ...half, required: settings.isRequired })
  );
  return {
    begin(node, initial) {
      node.data = initial;
      node.children = halves.map((half) => beginNode(createNode(half, node), initial));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const [first, second] = node.children.map(({ data }) => isEmptyValue(data) ? null : data);
      const isSame = canonicalJson(first ?? null) === canonicalJson(second ?? null);
      if (!isObject || !isSame || node.children.some(({ isConverted }) => !isConverted)) return refuse(node);
      node.data = first;
    },
    value: ({ children }) => Object.fromEntries(children.map((half) => [half.name, echoNode(half)])),
    // Returned once, because the data contains a single value.
    echo: ({ children: [first] }) => first === void 0 ? null : echoNode(first),
    errorsAt: (node) => node.children[0] ?? node
  };
}
function halvesOf(field2) {
  const { entry_type: type2, options, first_options: first, second_options: second } = field2;
  const { first_name: firstName = "first", second_name: secondName = "second" } = field2;
  const shared = { ...type2 === void 0 ? {} : { type: type2 }, ...options };
  return [
    { ...shared, ...first, name: firstName },
    { ...shared, ...second, name: secondName }
  ];
}
function formSchema(schema, form) {
  const { definition, rootName, forms, fieldTypes } = form;
  const byName = new Map(forms.map((each) => [each.name, each]));
  const plan = planForm(definition, {
    definitions: { get: (type2) => byName.get(type2.slice(type2.lastIndexOf("\\") + 1)) },
    fieldTypes: new Map(fieldTypes.flat()),
    checkOf: callAll
  });
  return createSchema(schema, (body) => {
    const sent = rootName === "" ? body : body[rootName];
    if (!isPlainObject(sent)) return [{ propertyPath: rootName, ...wrongType("object"), code: null }];
    const root = beginNode(createRoot(plan, /* @__PURE__ */ new Date()), null);
    submitNode(root, sent, "whole");
    const caller = { groups: /* @__PURE__ */ new Set(["Default"]), now: root.now, user: null, isGranted: () => false };
    validateNode(root, { ...caller, object: root.data });
    return errorsOf(root, rootName);
  });
}
function callAll(constraints) {
  const checks = constraints;
  return (subject, context) => {
    for (const check of checks) check(subject, context);
  };
}
function errorsOf(node, propertyPath) {
  const own = node.errors.map(({ message }) => ({ propertyPath, message, code: null }));
  const below2 = node.children.flatMap(
    (child) => errorsOf(child, propertyPath === "" ? child.name : `${propertyPath}.${child.name}`)
  );
  return [...own, ...below2];
}
function validateLayout(value, { violations }) {
  notBlank(
    { violations, path: "reference", value: value.reference },
    { message: "Please enter a reference." }
  );
  notBlank(
    { violations, path: "uiComponent", value: value.uiComponent },
    {
      message: "You must define the uiComponent for this resource."
    }
  );
}
var ONE_PARENT_MESSAGE = "A page can only have one parent: either a Page or a PageData, not both.";
function validatePage(value, { violations }) {
  notBlank(
    { violations, path: "reference", value: value.reference },
    { message: "Please enter a reference." }
  );
  notBlank(
    { violations, path: "uiComponent", value: value.uiComponent },
    { message: "Please specify a UI component." }
  );
  notNull(
    { violations, path: "isTemplate", value: value.isTemplate },
    {
      message: "Please specify if this page is a template or not."
    }
  );
  notNull({ violations, path: "layout", value: value.layout }, { message: "Please specify a layout." });
  if (value.parentPage != null && value.parentPageData != null) {
    violations.add({ propertyPath: "", message: ONE_PARENT_MESSAGE, code: null });
  }
}
function validateRoute(value, { violations }) {
  notBlank({ violations, path: "path", value: value.path });
  if (value.page == null && value.pageData == null && value.redirect == null) {
    violations.add({
      propertyPath: "",
      message: "Please specify either page, pageData or redirect.",
      code: null
    });
  }
  if (value.page != null && value.pageData != null) {
    violations.add({
      propertyPath: "",
      message: "Please specify either page or pageData, not both.",
      code: null
    });
  }
}
function validateComponentGroup(value, { violations }) {
  notBlank(
    { violations, path: "reference", value: value.reference },
    { message: "The reference cannot be blank." }
  );
  notBlank(
    { violations, path: "location", value: value.location },
    { message: "The location cannot be blank." }
  );
}
function validateComponentPosition(value, { violations }) {
  notNull({ violations, path: "componentGroup", value: value.componentGroup });
}
function validateSiteConfigParameter(value, { violations }) {
  notBlank({ violations, path: "key", value: value.key });
}
export {
  BOX_TYPES,
  BUTTON_TYPES,
  CHOICE_TYPES,
  COLLECTION_TYPES,
  CONVERTED_TYPES,
  CSS_COLOR_FORMATS,
  DATE_TYPES,
  FIELD_TYPES,
  FILE_TYPES,
  MAX_REGEX_SUBJECT,
  PLATFORM_CHOICE_TYPES,
  REPEATED_TYPES,
  TEXT_TYPES,
  all,
  blank,
  choice,
  collection,
  count,
  country,
  cssColor,
  currency,
  date,
  dateTime,
  divisibleBy,
  email,
  equalTo,
  file,
  formSchema,
  greaterThan,
  greaterThanOrEqual,
  hostname,
  identicalTo,
  image,
  inputSchema,
  ip,
  isFalse,
  isNull,
  isTrue,
  json,
  language,
  length,
  lessThan,
  lessThanOrEqual,
  locale,
  negative,
  negativeOrZero,
  notBlank,
  notEqualTo,
  notIdenticalTo,
  notNull,
  parsePattern,
  passwordStrength,
  patchSchema,
  positive,
  positiveOrZero,
  range,
  regex,
  time,
  timezone,
  type,
  unique,
  url,
  uuid,
  validateCollection,
  validateComponentGroup,
  validateComponentPosition,
  validateLayout,
  validatePage,
  validateRoute,
  validateSiteConfigParameter,
  validateUserAccount
};
