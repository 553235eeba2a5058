import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';
import { checkFields, type FieldList } from './check-fields.js';
import { checkInitialValue } from './check-values.js';
import type { FormPlace, FormSurroundings } from './form-place.js';
import { FIELD_NOTATIONS } from './field-keywords.js';

/**
 * Reports invalid parts of a form type: keywords of other field types, contradictions, and unknown names
 * (components.md section 5.9). Form types in schema files and in code are checked in the same way.
 */
export function checkForm(
  definition: FormDefinition,
  place: FormPlace,
  surroundings: FormSurroundings,
): void {
  const list: FieldList = { fields: definition.fields, forms: [definition], surroundings };
  surroundings.checkConstraints(definition.constraints ?? [], place.below('constraints'), false);
  checkFields(list, place.below('fields'));
  checkSettings(definition, place);
  checkInitialValues(definition, place.below('data'));
  checkMail(definition, place.below('mail'), surroundings);
  checkHoneypot(definition, place);
}

const ACTS = ['persist', 'on_success', 'mail', 'honeypot', 'minimum_fill_time'] as const;

function checkSettings(definition: FormDefinition, place: FormPlace): void {
  const { post_app_proxy: proxy, api_disabled: isDisabled, csrf_protection: csrf } = definition;
  if (typeof proxy === 'string' && !/^(?:\/|https?:\/\/)/.test(proxy)) {
    place
      .below('post_app_proxy')
      .report(
        `${JSON.stringify(proxy)} is neither a path nor an address.`,
        'Write a path of the front end such as "/proxy", or an address with its scheme.',
      );
  }
  if ((csrf as unknown) === true) {
    place
      .below('csrf_protection')
      .report(
        'Forms of an API have no CSRF tokens: nothing is submitted by a cookie alone.',
        'Write false, or remove it.',
      );
  }
  for (const keyword of isDisabled === true ? ACTS : []) {
    if (definition[keyword] === undefined) continue;
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} has no effect: "api_disabled" refuses every submission.`,
        `Remove one of them.`,
      );
  }
}

/** Checks initial values without a field, which are part of the submitted data unchanged. */
function checkInitialValues({ data = {}, fields }: FormDefinition, place: FormPlace): void {
  for (const field of fields) {
    const { name, property_path: property = name, mapped, type = 'text' } = field;
    const kind = FIELD_NOTATIONS.get(type)?.kind ?? 'object';
    if (mapped === false || !Object.hasOwn(data, property)) continue;
    const value = data[property];
    checkInitialValue(
      { ...field, ...(value === undefined ? {} : { data: value }) },
      kind,
      place.below(property),
    );
  }
}

const ADDRESS = /^(?:[^<>@\s]+@[^<>@\s]+|[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>)$/;

function checkMail({ mail, fields }: FormDefinition, place: FormPlace, { suggest }: FormSurroundings): void {
  if (mail === undefined) return;
  const names = fields
    .filter(({ type = 'text' }) => FIELD_NOTATIONS.get(type)?.kind !== 'button')
    .map(({ name }) => name);
  const recipients = typeof mail.to === 'string' ? [mail.to] : mail.to;
  recipients.forEach((recipient, index) => {
    if (ADDRESS.test(recipient)) return;
    const at = typeof mail.to === 'string' ? place.below('to') : place.below('to', index);
    at.report(
      `${JSON.stringify(recipient)} is no mail address.`,
      'Write "somebody@example.com" or "Name <somebody@example.com>".',
    );
  });
  for (const [, name = ''] of mail.subject.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    if (names.includes(name)) continue;
    place.below('subject').report(`The form has no field ${JSON.stringify(name)}.`, suggest(name, names));
  }
  const { reply_to: replyTo } = mail;
  if (replyTo === undefined) return;
  const field = fields.find(({ name }) => name === replyTo);
  if (field === undefined) {
    place
      .below('reply_to')
      .report(`The form has no field ${JSON.stringify(replyTo)}.`, suggest(replyTo, names));
  } else if (FIELD_NOTATIONS.get(field.type ?? 'text')?.kind !== 'text') {
    place
      .below('reply_to')
      .report(
        `The field ${JSON.stringify(replyTo)} holds no text, so no address.`,
        'Name a field of the type "email".',
      );
  }
}

/** Checks the honeypot. It may be one of the fields, or a name for an additional field. */
function checkHoneypot({ honeypot, fields }: FormDefinition, place: FormPlace): void {
  if (honeypot === undefined) return;
  const index = fields.findIndex(({ name }) => name === honeypot);
  const field = fields[index];
  if (field === undefined) return;
  const fieldPlace = place.below('fields', index);
  if (FIELD_NOTATIONS.get(field.type ?? 'text')?.kind !== 'text') {
    fieldPlace
      .below('type')
      .report('A honeypot is a field that programs fill in: a text.', 'Write "type": "text".');
  }
  if (field.constraints !== undefined && field.constraints.length > 0) {
    fieldPlace
      .below('constraints')
      .report('Violations of a honeypot are never shown.', 'Remove the constraints.');
  }
}
