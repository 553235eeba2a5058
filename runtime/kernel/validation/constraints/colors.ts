import { createTextRule, type TextOptions } from './text-rule.js';

/**
 * Options of `cssColor`.
 *
 * @example
 * const hex: CssColorOptions = { formats: 'hex_long' };
 */
export interface CssColorOptions extends TextOptions {
  /** Accepted notations: `hex_long`, `rgb`, `extended_named_colors` and others; default: all. */
  readonly formats?: string | readonly string[];
}

const BASIC = 'black silver gray white maroon red purple fuchsia green lime olive yellow navy blue teal aqua';
const EXTENDED = `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
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
const SYSTEM = `ActiveText ButtonBorder ButtonFace ButtonText Canvas CanvasText Field FieldText GrayText Highlight
HighlightText LinkText Mark MarkText VisitedText`;

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const PERCENT = '(?:100|[1-9]?\\d)(?:\\.\\d+)?%';
const HUE = '(?:36[0]|3[0-5]\\d|[12]\\d\\d|[1-9]?\\d)';
const ALPHA = '(?:0|0?\\.\\d+|1(?:\\.0+)?|(?:100|[1-9]?\\d)%)';
const COMMA = '\\s*,\\s*';

const FORMATS: Readonly<Record<string, RegExp>> = {
  hex_long: /^#[0-9a-f]{6}$/i,
  hex_long_with_alpha: /^#[0-9a-f]{8}$/i,
  hex_short: /^#[0-9a-f]{3}$/i,
  hex_short_with_alpha: /^#[0-9a-f]{4}$/i,
  basic_named_colors: names(BASIC),
  extended_named_colors: names(EXTENDED),
  system_colors: names(SYSTEM),
  keywords: names('transparent currentColor'),
  rgb: call('rgb', [BYTE, BYTE, BYTE]),
  rgba: call('rgba', [BYTE, BYTE, BYTE, ALPHA]),
  hsl: call('hsl', [HUE, PERCENT, PERCENT]),
  hsla: call('hsla', [HUE, PERCENT, PERCENT, ALPHA]),
};

/**
 * Names of the notations that `formats` accepts.
 *
 * @example
 * const isKnown = (format: string): boolean => CSS_COLOR_FORMATS.includes(format);
 */
export const CSS_COLOR_FORMATS: readonly string[] = Object.keys(FORMATS);

/**
 * Requires a CSS color in an accepted notation (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ colour }, { violations }) => cssColor({ violations, path: 'colour', value: colour });
 */
export const cssColor = createTextRule<CssColorOptions>({
  message: 'This value is not a valid CSS color.',
  code: '454ab47b-aacf-4059-8f26-184b2dc9d48d',
  isValid(text, { formats = CSS_COLOR_FORMATS }) {
    const accepted = typeof formats === 'string' ? [formats] : formats;
    return (
      text.length <= 64 &&
      accepted.some((format) => Object.hasOwn(FORMATS, format) && FORMATS[format]?.test(text))
    );
  },
});

function names(list: string): RegExp {
  return new RegExp(`^(?:${list.split(/\s+/).join('|')})$`, 'i');
}

function call(name: string, parts: readonly string[]): RegExp {
  return new RegExp(`^${name}\\(\\s*${parts.join(COMMA)}\\s*\\)$`, 'i');
}
