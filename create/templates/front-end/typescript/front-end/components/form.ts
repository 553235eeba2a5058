import type { Form, FormNode, FormVars } from '../../generated/types/index.js';
import { html, type Html } from '../html.js';
import { FORM_FIELD } from '../lib/forms.js';
import type { Drawing } from '../page.js';

/** A form as the API describes it: its fields, and after a refused submission what was typed and what is wrong with it. */
export function drawForm(stored: Form, { refused, isSent }: Drawing): Html {
  if (isSent) return html`<p role="status">Thank you. Your message has arrived.</p>`;
  const form = refused?.['@id'] === stored['@id'] ? refused : stored;
  if (form.formView === undefined) return html``;
  const { vars, children } = form.formView;
  return html`<form class="fields" method="post" novalidate>
    <input type="hidden" name="${FORM_FIELD}" value="${form['@id']}" />
    ${errorsOf(vars)} ${children.map(drawField)}
  </form>`;
}

function drawField(node: FormNode): Html {
  const { vars, children } = node;
  const prefixes = new Set(vars.block_prefixes);
  if (prefixes.has('submit')) return html`<div><button>${vars.label}</button></div>`;
  if (prefixes.has('button')) return html``;
  if (prefixes.has('hidden'))
    return html`<input type="hidden" name="${vars.full_name}" value="${textOf(vars)}" />`;
  if (children.length > 0)
    return html`<fieldset>
      <legend>${vars.label || ''}</legend>
      ${errorsOf(vars)}${children.map(drawField)}
    </fieldset>`;
  if (prefixes.has('checkbox'))
    return html`<div>
      <label>${drawInput(vars, 'checkbox')} ${vars.label || ''}</label>${errorsOf(vars)}
    </div>`;
  // What is for programs alone has no label.
  return html`<div>
    ${vars.label && html`<label for="${vars.id}">${vars.label}</label>`} ${drawControl(vars, prefixes)}
    ${errorsOf(vars)}
  </div>`;
}

function drawControl(vars: FormVars, prefixes: ReadonlySet<string>): Html {
  if (prefixes.has('textarea'))
    return html`<textarea id="${vars.id}" name="${vars.full_name}" rows="6" ${attributesOf(vars)}>
${textOf(vars)}</textarea>`;
  if (prefixes.has('choice')) return drawSelect(vars);
  const type = ['email', 'password', 'search', 'tel', 'url', 'date', 'time'].find((name) =>
    prefixes.has(name),
  );
  return drawInput(vars, type ?? 'text');
}

function drawInput(vars: FormVars, type: string): Html {
  const value = type === 'checkbox' ? (vars.value ?? '1') : textOf(vars);
  return html`<input
    id="${vars.id}"
    type="${type}"
    name="${vars.full_name}"
    value="${String(value)}"
    ${vars.checked && html`checked`}
    ${attributesOf(vars)}
  />`;
}

function drawSelect(vars: FormVars): Html {
  const choices = (vars.choices ?? []).flatMap((choice) => ('choices' in choice ? choice.choices : [choice]));
  const chosen = new Set(Array.isArray(vars.value) ? vars.value.map(String) : [textOf(vars)]);
  return html`<select
    id="${vars.id}"
    name="${vars.full_name}"
    ${vars.multiple && html`multiple`}
    ${attributesOf(vars)}
  >
    ${vars.placeholder !== undefined && html`<option value="">${vars.placeholder}</option>`}
    ${choices.map(
      ({ label, value }) =>
        html`<option value="${value}" ${chosen.has(value) && html`selected`}>${label}</option>`,
    )}
  </select>`;
}

const textOf = ({ value }: FormVars): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What the form type says of a field, and whether something is wrong with it. */
const attributesOf = ({ attr, errors = [] }: FormVars): Html =>
  html`${Object.entries(attr).map(([name, value]) => html` ${name}="${String(value)}"`)}
  ${errors.length > 0 && html`aria-invalid="true"`}`;

const errorsOf = ({ errors = [] }: FormVars): Html[] =>
  errors.map((error) => html`<p class="error" role="alert">${error}</p>`);
