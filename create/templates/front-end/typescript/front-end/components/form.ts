import type { Form, FormNode, FormVars } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';
import type { Drawing } from '../lib/answer.js';
import { choicesOf, kindOf, textOf } from '../lib/fields.js';
import { FORM_FIELD, formStateOf } from '../lib/forms.js';

/** Renders a form. After a rejected submission, it contains the entered values and the errors. */
export function drawForm(stored: Form, { submission, address }: Drawing): Html {
  const { isSent, view } = formStateOf(stored, submission, address.sent);
  return html`<div data-form="${stored['@id']}">
    ${isSent && html`<p role="status" tabindex="-1">Thank you. We have received your message.</p>`}
    ${
      view &&
      html`<form class="fields" method="post" enctype="multipart/form-data" novalidate>
        <input type="hidden" name="${FORM_FIELD}" value="${stored['@id']}" />
        ${errorsOf(view.vars)} ${view.children.map(drawField)}
      </form>`
    }
  </div>`;
}

function drawField(node: FormNode): Html {
  const { vars, children } = node;
  const kind = kindOf(node);
  switch (kind) {
    case 'nothing':
      return html``;
    case 'submit':
      return html`<div><button>${vars.label}</button></div>`;
    case 'hidden':
      return html`<input type="hidden" name="${vars.full_name}" value="${textOf(vars)}" />`;
    case 'group':
      return html`<fieldset>
        <legend>${vars.label || ''}</legend>
        ${errorsOf(vars)}${children.map(drawField)}
      </fieldset>`;
    case 'radio':
    case 'checkbox':
      return html`<div>
        <label>${drawInput(vars, kind)} ${vars.label || ''}</label>${errorsOf(vars)}
      </div>`;
    case 'textarea':
      return labelled(vars, html`<textarea ${namesOf(vars)} rows="6">${textOf(vars)}</textarea>`);
    case 'select':
      return labelled(vars, drawSelect(vars));
    default:
      return labelled(vars, drawInput(vars, kind.replace('input ', '')));
  }
}

/** Renders a control with its label. Spam trap fields have no label. */
const labelled = (vars: FormVars, control: Html): Html =>
  html`<div>
    ${vars.label && html`<label for="${vars.id}">${vars.label}</label>`} ${control} ${errorsOf(vars)}
  </div>`;

function drawInput(vars: FormVars, type: string): Html {
  const value = type === 'checkbox' || type === 'radio' ? String(vars.value ?? '1') : textOf(vars);
  return html`<input type="${type}" value="${value}" ${namesOf(vars)} ${vars.checked && html`checked`} />`;
}

const drawSelect = (vars: FormVars): Html =>
  html`<select ${namesOf(vars)} ${vars.multiple && html`multiple`}>
    ${vars.placeholder !== undefined && html`<option value="">${vars.placeholder}</option>`}
    ${choicesOf(vars).map(
      ({ label, value, isChosen }) =>
        html`<option value="${value}" ${isChosen && html`selected`}>${label}</option>`,
    )}
  </select>`;

/** Returns the attributes of a control: those of the form type, and the error state. */
const namesOf = ({ id, full_name, attr, errors = [] }: FormVars): Html =>
  html`id="${id}" name="${full_name}"
  ${Object.entries(attr).map(([name, value]) => html` ${name}="${String(value)}"`)}
  ${errors.length > 0 && html`aria-invalid="true"`}`;

const errorsOf = ({ errors = [] }: FormVars): Html[] =>
  errors.map((error) => html`<p class="error" role="alert">${error}</p>`);
