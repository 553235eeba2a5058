import type { FormNode, FormVars } from '../../generated/types/index.js';
import { choicesOf, kindOf, textOf } from '../lib/fields';

interface Props {
  readonly node: FormNode;
  readonly isPending: boolean;
}

/** Renders a field of a form with its errors. */
export function FormField({ node, isPending }: Props) {
  const { vars, children } = node;
  const kind = kindOf(node);
  if (kind === 'nothing') return null;
  if (kind === 'submit')
    return (
      <div>
        <button disabled={isPending}>{vars.label}</button>
      </div>
    );
  if (kind === 'hidden') return <input type="hidden" name={vars.full_name} defaultValue={textOf(vars)} />;
  if (kind === 'group')
    return (
      <fieldset>
        <legend>{vars.label}</legend>
        <Errors vars={vars} />
        {children.map((child) => (
          <FormField key={child.vars.id} node={child} isPending={isPending} />
        ))}
      </fieldset>
    );
  return (
    <div>
      {/* Spam trap fields have no label. */}
      {vars.label && <label htmlFor={vars.id}>{vars.label}</label>}
      <Control kind={kind} vars={vars} />
      <Errors vars={vars} />
    </div>
  );
}

const Errors = ({ vars: { errors = [] } }: { readonly vars: FormVars }) =>
  errors.map((error) => (
    <p key={error} className="error" role="alert">
      {error}
    </p>
  ));

function Control({ kind, vars }: { readonly kind: string; readonly vars: FormVars }) {
  // React accepts styles as objects only.
  const { style: _style, ...attr } = vars.attr;
  const names = {
    ...Object.fromEntries(Object.entries(attr).map(([name, value]) => [name, String(value)])),
    id: vars.id,
    name: vars.full_name,
    'aria-invalid': (vars.errors?.length ?? 0) > 0 || undefined,
    hidden: vars.attr['aria-hidden'] === 'true',
  };
  if (kind === 'textarea') return <textarea rows={6} defaultValue={textOf(vars)} {...names} />;
  if (kind === 'checkbox' || kind === 'radio')
    return (
      <input type={kind} value={String(vars.value ?? '1')} defaultChecked={vars.checked} {...names} />
    );
  if (kind !== 'select')
    return <input type={kind.replace('input ', '')} defaultValue={textOf(vars)} {...names} />;
  const choices = choicesOf(vars);
  const chosen = choices.filter(({ isChosen }) => isChosen).map(({ value }) => value);
  // React resets a submitted select to its first default, so a new key forces a new element.
  return (
    <select key={chosen.join()} multiple={vars.multiple} defaultValue={vars.multiple ? chosen : (chosen[0] ?? '')} {...names}>
      {vars.placeholder !== undefined && <option value="">{vars.placeholder}</option>}
      {choices.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
