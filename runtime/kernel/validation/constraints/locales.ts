import { createTextRule } from './text-rule.js';

/** ISO 3166-1 alpha-2, the officially assigned codes; the platform's own list mixes in withdrawn and private ones. */
const COUNTRIES: ReadonlySet<string> = new Set(
  `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
  BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
  EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
  LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
  TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
    .trim()
    .split(/\s+/),
);

const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z][a-z]{3}))?(?:[_-]([A-Z]{2}|\d{3}))?$/;

export const country = createTextRule({
  message: 'This value is not a valid country.',
  code: '8f900c12-61bd-455d-9398-996cd040f7f0',
  isValid: (text) => COUNTRIES.has(text),
});

export const language = createTextRule({
  message: 'This value is not a valid language.',
  code: 'ee65fec4-9a20-4202-9f39-ca558cd7bdf7',
  isValid: isLanguage,
});

/** Language with an optional script and region: `en`, `en_GB`, `zh-Hant-TW`. */
export const locale = createTextRule({
  message: 'This value is not a valid locale.',
  code: 'a0af4293-1f1a-4a1c-a328-979cba6182a2',
  isValid: (text) => {
    const [whole, name = '', , region] = LOCALE.exec(text) ?? [];
    return (
      whole !== undefined &&
      isLanguage(name) &&
      (region === undefined || /^\d/.test(region) || COUNTRIES.has(region))
    );
  },
});

export const currency = createTextRule({
  message: 'This value is not a valid currency.',
  code: '69945ac1-2db4-405f-bec7-d2772f73df52',
  isValid: isCurrency,
});

/** Asked on first use: the platform's lists take longer to load than most modules. */
let currencies: ReadonlySet<string> | undefined;
let languageNames: Intl.DisplayNames | undefined;

function isCurrency(text: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(text);
}

function isLanguage(text: string): boolean {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return /^[a-z]{2,3}$/.test(text) && languageNames.of(text) !== undefined;
}
