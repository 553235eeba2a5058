'use client';

import { useActionState } from 'react';
import { sendNotice } from '../app/actions';
import type { Notice, NoticeField } from '../lib/notices';

export function NoticeView({ notice, path }: { readonly notice: Notice; readonly path: string }) {
  const [answer, action, isPending] = useActionState(sendNotice, null);
  const { title, texts, error, form, links } = answer ?? notice;
  return (
    <>
      <h1>{title}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {form && (
        <form className="fields" action={action}>
          <input type="hidden" name="_path" value={path} />
          {form.fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
          <div>
            <button disabled={isPending}>{form.button}</button>
          </div>
        </form>
      )}
      {links.map((link) => (
        <p key={link.href}>
          <a href={link.href}>{link.label}</a>
        </p>
      ))}
    </>
  );
}

function Field({ field: { name, label, type, value, autocomplete } }: { readonly field: NoticeField }) {
  if (type === 'hidden') return <input type="hidden" name={name} defaultValue={value} />;
  return (
    <label>
      {label}
      {type === 'textarea' ? (
        <textarea name={name} rows={3} defaultValue={value} />
      ) : (
        <input name={name} type={type} defaultValue={value} autoComplete={autocomplete} required />
      )}
    </label>
  );
}
