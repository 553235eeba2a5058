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
  time: "9d27b2bb-f755-4fbf-b725-39b1edbdebdf",
  uuid: "51120b12-a2bc-41bf-aa53-cd73daf330d0"
}))();
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object" && !(value instanceof Date)) {
    const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
function report({ violations, path }, options, entry) {
  const message = options.message ?? entry.message;
  const { payload } = options;
  const { code, parameters = {}, count: count2 } = entry;
  const chosen = count2 === void 0 ? message : choosePlural(message, count2);
  violations.add({
    propertyPath: path,
    message: chosen.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (whole, name) => Object.hasOwn(parameters, name) ? parameters[name] ?? whole : whole
    ),
    code,
    ...payload === void 0 ? {} : { payload }
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
function choosePlural(message, count2) {
  const [one = "", many] = message.split("|");
  return many === void 0 || Math.abs(count2) === 1 ? one : many;
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
  const text = options.normalizer === "trim" ? String(value).trim() : String(value);
  return text === "" && options.keepEmpty !== true ? null : text;
}
var NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
function readNumber(value) {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : NaN;
}
function readInstant(value) {
  if (value instanceof Date) return value.getTime();
  return typeof value === "string" && /^\d{4}-\d{2}/.test(value) ? Date.parse(value) : NaN;
}
function formatValue(value) {
  if (value === null || value === void 0) return "null";
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return formatDate(value);
  return Array.isArray(value) ? "array" : "object";
}
function formatDate(date2) {
  if (Number.isNaN(date2.getTime())) return "invalid date";
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC"
  });
  return format.format(date2).replace(/\u202f/g, " ");
}
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
    parameters: { ...parameters, value: formatValue(value) }
  });
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
        parameters: { ...parameters, value: formatValue(bad) }
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
  return fields.map((field) => Object.hasOwn(entry, field) ? entry[field] ?? null : null);
}
function createTextRule({
  message,
  code,
  isValid
}) {
  return (subject, options) => {
    const text = readText(subject, options);
    if (text === null || isValid(text, options ?? {})) return;
    report(subject, options ?? {}, { message, code, parameters: { value: `"${text}"` } });
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
  isValid(text, { formats = CSS_COLOR_FORMATS }) {
    const accepted = typeof formats === "string" ? [formats] : formats;
    return text.length <= 64 && accepted.some((format) => Object.hasOwn(FORMATS, format) && FORMATS[format]?.test(text));
  }
}))();
function names(list) {
  return new RegExp(`^(?:${list.split(/\s+/).join("|")})$`, "i");
}
function call(name, parts) {
  return new RegExp(`^${name}\\(\\s*${parts.join(COMMA)}\\s*\\)$`, "i");
}
var PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;
function formatDecimal(text, scale) {
  const match = PLAIN.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const rounded = Number(fraction.charAt(scale)) >= 5 ? digits + 1n : digits;
  const padded = rounded.toString().padStart(scale + 1, "0");
  const unsigned = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return sign === "-" && rounded !== 0n ? `-${unsigned}` : unsigned;
}
function decimalText(value) {
  const text = String(value).trim();
  return typeof value === "number" && text.includes("e") ? comparableDecimal(text) ?? text : text;
}
var KEPT_DIGITS = 15;
function digitsOf(text) {
  return text.replace(/\D/g, "").replace(/^0+/, "").replace(/0+$/, "").length;
}
function fractionOf(text) {
  const fraction = PLAIN.exec(text)?.[3] ?? "";
  let length2 = fraction.length;
  while (length2 > 0 && fraction[length2 - 1] === "0") length2 -= 1;
  return length2;
}
var MOST_WHOLE = 35;
var MOST_FRACTION = 30;
function comparableDecimal(text) {
  const match = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
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
  const { min, max } = options;
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
  if (isLow || isHigh) reportRange(subject, options, isTemporal);
}
function reportRange(subject, options, isTemporal) {
  const print = (limit) => isTemporal ? formatDate(new Date(readInstant(limit))) : String(limit);
  const { min, max, payload } = options;
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
    if (value === null || value === void 0 || holds(value, options.value)) return;
    const compared = isDate(value) ? asDate(options.value) : options.value;
    report(subject, options, {
      message,
      code,
      parameters: {
        value: formatValue(value),
        compared_value: formatValue(compared),
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
  const [units, step] = [one, other].map((text) => BigInt(formatDecimal(text, scale).replace(".", "")));
  return units !== void 0 && step !== void 0 && step !== 0n && units % step === 0n;
}
function isDateLimit(limit) {
  return limit instanceof Date || typeof limit === "string" && Number.isNaN(readNumber(limit));
}
function isDate(value) {
  return value instanceof Date || typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
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
function isTimeZoneName(text) {
  return text.length <= 64 && NAME.test(text) && isTimeZone(text);
}
function date(subject, options = {}) {
  const { value } = subject;
  if (value instanceof Date) return;
  const text = readText(subject);
  if (text === null) return;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts !== null && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return;
  report(subject, options, {
    message: "This value is not a valid date.",
    code: parts === null ? VIOLATION_CODES.date : "3c184ce5-b31d-4de7-8b76-326da7b2be93",
    parameters: { value: `"${text}"` }
  });
}
function dateTime(subject, options = {}) {
  if (!(subject.value instanceof Date)) dateTimeText(subject, options);
}
var dateTimeText = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid datetime.",
  code: VIOLATION_CODES.dateTime,
  isValid(text, { format }) {
    const pattern = format === void 0 ? ISO_DATE_TIME : compileFormat(format);
    const groups = pattern.exec(text)?.groups;
    if (groups === void 0) return false;
    const { year = "2000", month = "1", day = "1", hour = "0", minute = "0", second = "0" } = groups;
    return isCalendarDay(Number(year), Number(month), Number(day)) && isClockTime(Number(hour), Number(minute), Number(second));
  }
}))();
function time(subject, options = {}) {
  const text = readText(subject);
  if (text === null) return;
  const pattern = options.withSeconds === false ? /^(\d{2}):(\d{2})$/ : /^(\d{2}):(\d{2}):(\d{2})$/;
  const parts = pattern.exec(text);
  if (parts !== null && isClockTime(Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0))) return;
  report(subject, options, {
    message: "This value is not a valid time.",
    code: parts === null ? VIOLATION_CODES.time : "8532f9e1-84b2-4d67-8989-0818bc38533b",
    parameters: { value: `"${text}"` }
  });
}
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
function isCalendarDay(year, month, day) {
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
function isIP(text) {
  if (IPV4.test(text)) return 4;
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}
var ONLY_ASCII = /^[\x00-\x7f]*$/;
function asciiDomain(domain) {
  if (ONLY_ASCII.test(domain)) return domain;
  const text = domain.normalize("NFC").toLowerCase();
  const address = `http://${text}`;
  const isWhole = !/[/?#@:\\\s]/.test(text) && text.normalize("NFKC") === text;
  return isWhole && URL.canParse(address) ? new URL(address).hostname : null;
}
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
var LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
var RESERVED_TLDS = /* @__PURE__ */ (() => /* @__PURE__ */ new Set(["example", "invalid", "localhost", "test"]))();
var uuid = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid UUID.",
  code: VIOLATION_CODES.uuid,
  isValid: (text, options) => {
    const version = UUID.exec(text)?.[1];
    return version !== void 0 && (options.versions?.includes(Number(version)) ?? true);
  }
}))();
var ip = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid IP address.",
  code: "b1b427ae-9f6f-41b0-aa9b-84511fbb3c5b",
  isValid: (text, options) => {
    const version = String(options.version ?? "4");
    const found = text.includes("%") ? 0 : isIP(text);
    return found !== 0 && (version === "all" || version === String(found));
  }
}))();
var hostname = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid hostname.",
  code: "7057ffdb-0af4-4f7e-bd5e-e9acfa6d7a2d",
  isValid: (text, options) => isHostname(text, options.requireTld ?? true)
}))();
function isHostname(text, requireTld) {
  const ascii = text.length > 253 ? null : asciiDomain(text);
  if (ascii === null) return false;
  const labels = ascii.replace(/\.$/, "").split(".");
  const tld = labels.at(-1) ?? "";
  if (ascii.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return !requireTld || labels.length > 1 && !/^\d+$/.test(tld) && !RESERVED_TLDS.has(tld.toLowerCase());
}
var json = /* @__PURE__ */ (() => createTextRule({
  message: "This value should be valid JSON.",
  code: "0789c8ad-2d2b-49a4-8356-e2ce63998504",
  isValid: (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }
}))();
function passwordStrength(subject, options = {}) {
  const text = readText(subject, { keepEmpty: true });
  if (text === null || scorePassword(text) >= (options.minScore ?? 2)) return;
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
  isValid: (text) => COUNTRY_CODES.has(text)
}))();
var language = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid language.",
  code: "ee65fec4-9a20-4202-9f39-ca558cd7bdf7",
  isValid: isLanguage
}))();
var locale = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not a valid locale.",
  code: "a0af4293-1f1a-4a1c-a328-979cba6182a2",
  isValid: (text) => {
    const [whole, name = "", , region] = LOCALE.exec(text) ?? [];
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
function isCurrency(text) {
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return currencies.has(text);
}
function isLanguage(text) {
  languageNames ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  return /^[a-z]{2,3}$/.test(text) && languageNames.of(text) !== void 0;
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
  const names2 = typeof options.type === "string" ? [options.type] : [...options.type ?? []];
  if (names2.some((name) => hasType(value, name))) return;
  report(subject, options, {
    message: "This value should be of type {{ type }}.",
    code: VIOLATION_CODES.type,
    parameters: { type: names2.join("|") }
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
var MAX_REGEX_SUBJECT = 5e4;
var LABEL2 = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
var LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";
var EMAIL = /* @__PURE__ */ (() => new RegExp(`^${LOCAL_PART}@${LABEL2}(?:\\.${LABEL2})+$`))();
var EMAIL_WITHOUT_TLD = /* @__PURE__ */ (() => new RegExp(`^${LOCAL_PART}@${LABEL2}(?:\\.${LABEL2})*$`))();
var MAX_EMAIL_LENGTH = 320;
function length(subject, options) {
  const text = readText(subject, { ...options, keepEmpty: true });
  if (text === null) return;
  const size = Array.from(text).length;
  const parameters = { value_length: String(size), value: `"${text}"` };
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
  isValid(text, { mode }) {
    const pattern = mode === "html5-allow-no-tld" ? EMAIL_WITHOUT_TLD : EMAIL;
    return text.length <= MAX_EMAIL_LENGTH && pattern.test(withAsciiDomain(text));
  }
}))();
function withAsciiDomain(address) {
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + (asciiDomain(address.slice(at)) ?? "");
}
var regex = /* @__PURE__ */ (() => createTextRule({
  message: "This value is not valid.",
  code: "de1e3db3-5ed4-4941-aae4-59f3667cc3a3",
  isValid(text, { pattern: written = "", match = true }) {
    const pattern = typeof written === "string" ? parsePattern(written) : written;
    return pattern !== null && text.length <= MAX_REGEX_SUBJECT && pattern.test(text) === match;
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
  const text = readText(subject, options);
  if (text === null) return;
  const hostname2 = readHostname(text, options);
  const parameters = { value: `"${text}"` };
  if (hostname2 === null) {
    report(subject, options, {
      message: "This value is not a valid URL.",
      code: "57c2f299-1154-4870-89bb-ef3b1f5ad229",
      parameters
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
function readHostname(text, options) {
  const absolute = options.relativeProtocol === true && text.startsWith("//") ? `https:${text}` : text;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]/i.exec(absolute)?.[1]?.toLowerCase();
  const protocols = options.protocols ?? ["http", "https"];
  const isRelative = absolute !== text;
  if (scheme === void 0 || !isRelative && !protocols.includes(scheme)) return null;
  if (/[\s\u0000-\u001f\u007f<>"{}|\\^`]/.test(absolute)) return null;
  const parsed = parseUrl(absolute.replace(/^[^:]+:/, "https:"));
  if (parsed === null || parsed.hostname === "") return null;
  const isValidHost = parsed.hostname.startsWith("[") || parsed.hostname.replace(/\.$/, "").split(".").every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isValidHost ? parsed.hostname : null;
}
function parseUrl(text) {
  return URL.canParse(text) ? new URL(text) : null;
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
  for (const [name, field] of Object.entries(options.fields ?? {})) {
    const memberPath = joinPath(path, name);
    if (Object.hasOwn(value, name)) field.check?.({ violations, path: memberPath, value: value[name] });
    else if (field.optional !== true && options.allowMissingFields !== true) {
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
function wholeSeconds(moment) {
  return new Date(Math.floor(moment.getTime() / 1e3) * 1e3);
}
var DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
function parseDateTime(text, now) {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === "now") return now;
  const match = DATE_TIME.exec(trimmed);
  if (match === null) return void 0;
  const [, day = "", minutes = "00:00", seconds = ":00", fraction = "", offset = "Z"] = match;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const parsed = /* @__PURE__ */ new Date(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(parsed.getTime()) || !isCalendarDay2(day) || !isStorable(parsed) ? void 0 : parsed;
}
function isStorable(date2) {
  const year = date2.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
function isCalendarDay2(day) {
  const parsed = /* @__PURE__ */ new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && !day.startsWith("0000") && parsed.toISOString().startsWith(day);
}
var UUID2 = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
function isUuid(value) {
  return typeof value === "string" && UUID2.test(value);
}
var NOT_NULL = /* @__PURE__ */ (() => ({ message: "This value should not be null.", code: VIOLATION_CODES.notNull }))();
var INTEGER_LIMIT = 2147483647;
function checkStorage(resource, values, violations) {
  const reported = new Set(violations.items.map(({ propertyPath }) => propertyPath));
  for (const field of resource.fields) {
    if (reported.has(field.name)) continue;
    const problem = storageProblem(field, values[field.name]);
    if (problem !== void 0) violations.add({ propertyPath: field.name, ...problem });
  }
}
function storageProblem(field, value) {
  if (field.kind !== "scalar" && field.kind !== "to-one") return void 0;
  if (value == null) return field.nullable || isServerSet(field) ? void 0 : NOT_NULL;
  return field.kind === "scalar" ? scalarProblem(field, value) : void 0;
}
function isServerSet({ writable }) {
  return !writable;
}
function scalarProblem(field, value) {
  switch (field.type) {
    case "string": {
      const limit = field.length ?? 255;
      if (typeof value !== "string" || [...value].length <= limit) return void 0;
      return {
        message: `This value is too long. It should have ${limit} characters or less.`,
        code: VIOLATION_CODES.tooLong
      };
    }
    case "integer":
      if (typeof value === "number" && Math.abs(value) <= INTEGER_LIMIT) return void 0;
      return {
        message: `This value should be between -${INTEGER_LIMIT} and ${INTEGER_LIMIT}.`,
        code: VIOLATION_CODES.range
      };
    case "decimal":
      return decimalProblem(field, String(value));
    case "date":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay2(value) ? void 0 : { message: "This value is not a valid date.", code: VIOLATION_CODES.date };
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
function decimalProblem({ precision = DEFAULT_PRECISION, scale = 0 }, text) {
  const whole = /^-?(\d+)(?:\.\d+)?$/.exec(text)?.[1];
  if (whole === void 0) {
    return { message: "This value should be a valid number.", code: VIOLATION_CODES.number };
  }
  const digits = precision - scale;
  if (whole.replace(/^0+/, "").length <= digits) return void 0;
  const limit = `${"9".repeat(digits)}${scale === 0 ? "" : `.${"9".repeat(scale)}`}`;
  return { message: `This value should be between -${limit} and ${limit}.`, code: VIOLATION_CODES.range };
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
var composedText = (text) => text.normalize("NFC");
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
function readTyped(field, sent, input) {
  const { name } = field;
  const raw = composed(sent);
  if (!field.accepts.some((type2) => isOfType(raw, type2))) {
    const message = `This value should be of type ${field.accepts.join("|")}.`;
    input.violations.add({ propertyPath: name, message, code: VIOLATION_CODES.type });
    return void 0;
  }
  switch (field.type) {
    case "datetime":
      return readDateTime(name, raw, input);
    case "decimal":
      return readDecimal(field, raw, input.violations);
    // `accepts` says so
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
function scaleOf({ scale }) {
  return scale ?? 0;
}
function readDecimal(field, raw, violations) {
  const scale = scaleOf(field);
  const text = decimalText(raw);
  const isLost = typeof raw === "number" && digitsOf(text) > KEPT_DIGITS;
  if (!isLost && fractionOf(text) <= scale) return formatDecimal(text, scale);
  const message = isLost ? `This number has more than ${KEPT_DIGITS} digits, which JSON numbers do not keep: send it as text.` : `This value should have at most ${scale} digits behind the point.`;
  violations.add({ propertyPath: field.name, message, code: VIOLATION_CODES.range });
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
  for (const field of fields) {
    values[field.name] = startOf(field, now);
    if (!isSent(field.name)) continue;
    const value = readMember(field, body[field.name], { violations, now });
    if (value !== void 0) values[field.name] = value;
  }
  const unread = violations.items.map(({ propertyPath }) => propertyPath);
  const isPublished = publication !== void 0 && values[publication.field] != null;
  const all2 = /* @__PURE__ */ new Set([
    "Default",
    ...groups[isPatch ? "update" : "create"],
    ...isPublished ? publication.groups : []
  ]);
  check?.(values, { groups: all2, violations, user: null, isGranted: () => false });
  checkStorage({ fields }, values, violations);
  const found = inFieldOrder(withoutEchoes(violations.items, unread), { fields });
  if (!isPatch) return found;
  const isWhole = (name) => isSent(name) && !isPlainObject(body[name]);
  return found.filter(({ propertyPath }) => isWhole(memberOf(propertyPath)));
}
function startOf(field, now) {
  if (field.kind === "to-many") return [];
  if (field.kind !== "scalar" || field.default == null) return null;
  return readMember(field, field.default, { violations: createViolationList(), now }) ?? field.default;
}
function readMember(field, raw, { violations, now }) {
  const refuse = (propertyPath, type2) => violations.add({
    propertyPath,
    message: `This value should be of type ${type2}.`,
    code: VIOLATION_CODES.type
  });
  if (field.kind === "to-many") {
    if (!Array.isArray(raw)) return refuse(field.name, "array");
    const iris = raw.map(sentIri);
    iris.forEach((iri, index) => iri === void 0 && refuse(`${field.name}[${index}]`, "string"));
    return [...new Set(iris)];
  }
  if (raw === null) return null;
  if (field.kind === "to-one") return sentIri(raw) ?? refuse(field.name, "string");
  return readTyped(field, raw, { stored: null, isPatch: false, violations, context: { now } });
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
var NO_OBJECT = /* @__PURE__ */ (() => ({
  propertyPath: "",
  message: "This value should be of type object.",
  code: null
}))();
function issueOf({ propertyPath, message }) {
  const keys = propertyPath.match(/[^.[\]]+/g) ?? [];
  return { message, path: keys.map((key) => /^\d+$/.test(key) ? Number(key) : key) };
}
export {
  CSS_COLOR_FORMATS,
  MAX_REGEX_SUBJECT,
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
  greaterThan,
  greaterThanOrEqual,
  hostname,
  identicalTo,
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
  uuid
};
