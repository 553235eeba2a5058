import type {
  FormAttributes,
  FormDefinition,
  FormFieldDefinition,
} from '../../../kernel/contract/schema/forms.js';

/** Disables browser validation, because the API validates forms. */
const NOT_BY_BROWSER: FormAttributes = { novalidate: 'novalidate' };

const MISMATCH = 'The password fields must match.';

/** The registration form of accounts.md section 8.2. Clients address fields by their position. */
export const USER_REGISTER: FormDefinition = {
  name: 'UserRegisterType',
  description: 'Registers a new user.',
  attr: NOT_BY_BROWSER,
  fields: [
    {
      name: 'username',
      type: 'text',
      label: 'Username',
      attr: { placeholder: '', autocomplete: 'username' },
    },
    {
      name: 'emailAddress',
      type: 'email',
      label: 'Email',
      attr: { autocomplete: 'email', placeholder: '' },
    },
    newPassword({ first: 'Create Password', second: 'Repeat Password', mismatch: MISMATCH }),
    { name: 'submit', type: 'submit', label: 'Register', attr: { class: 'button' } },
  ],
};

export const NEW_EMAIL_ADDRESS: FormDefinition = {
  name: 'NewEmailAddressType',
  description: 'Asks for another e-mail address; an empty one cancels what was asked for.',
  fields: [
    {
      name: 'newEmailAddress',
      type: 'email',
      label: 'Login Email',
      attr: { autocomplete: 'username email' },
    },
    // Optional: cancelling needs no password, and neither do accounts without one.
    {
      name: 'oldPassword',
      type: 'password',
      label: 'Current password',
      required: false,
      attr: { autocomplete: 'current-password' },
    },
  ],
};

export const CHANGE_PASSWORD: FormDefinition = {
  name: 'ChangePasswordType',
  description: 'Sets another password of the signed-in user.',
  fields: [
    // Lets password managers recognize the account.
    { name: 'username', type: 'text', disabled: true, mapped: false, attr: { autocomplete: 'username' } },
    {
      name: 'oldPassword',
      type: 'password',
      label: 'Current password',
      attr: { autocomplete: 'current-password' },
    },
    newPassword({
      first: 'Password',
      second: 'Repeat Password',
      mismatch: 'The passwords you entered are not the same.',
    }),
  ],
};

export const PASSWORD_UPDATE: FormDefinition = {
  name: 'PasswordUpdateType',
  description: 'Sets a new password by the token of a mailed link.',
  realtime_validate_disabled: true,
  attr: { id: 'password_update_form', ...NOT_BY_BROWSER },
  fields: [
    { name: 'username', type: 'text', attr: { autocomplete: 'username' } },
    { name: 'plainNewPasswordConfirmationToken', type: 'hidden' },
    newPassword({ first: 'Create Password', second: 'Repeat Password', mismatch: MISMATCH }),
    { name: 'submit', type: 'submit', label: 'Login' },
  ],
};

/**
 * Builds the login form. It is sent to the login endpoint, never to `/submit`; `loginPath` is the mounted path of that
 * endpoint.
 */
export function userLogin(loginPath: string): FormDefinition {
  return {
    name: 'UserLoginType',
    'x-form-name': '',
    description: 'Signs in.',
    action: '/login',
    api_disabled: true,
    realtime_validate_disabled: true,
    attr: { id: 'login_form' },
    fields: [
      { name: 'username', type: 'text', label: 'Username' },
      {
        name: 'password',
        type: 'password',
        label: 'Password',
        attr: { autocomplete: 'current-password' },
      },
      { name: 'submit', type: 'submit', label: 'Login' },
      { name: '_action', type: 'hidden', data: loginPath },
    ],
  };
}

function newPassword(texts: {
  readonly first: string;
  readonly second: string;
  readonly mismatch: string;
}): FormFieldDefinition {
  return {
    name: 'plainPassword',
    type: 'repeated',
    entry_type: 'password',
    invalid_message: texts.mismatch,
    options: { attr: { autocomplete: 'new-password' } },
    first_options: { label: texts.first },
    second_options: { label: texts.second },
  };
}
