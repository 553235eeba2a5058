/** Text that is already HTML; only `html` and `raw` make it, so a plain string is always escaped. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Tagged template that escapes every plain value. */
export function html(literals: TemplateStringsArray, ...values: readonly Part[]): Html {
  const markup = literals.map(
    (literal, index) => literal + (index < values.length ? print(values[index] ?? '') : ''),
  );
  return { markup: markup.join('') };
}

/** Markup or code of our own, printed as it is. */
export const raw = (markup: string): Html => ({ markup });

function print(value: Part): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
