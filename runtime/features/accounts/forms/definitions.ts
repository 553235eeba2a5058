import type {
  FormAttributes,
  FormDefinition,
  FormFieldDefinition,
} from '../../../extension-points/forms/form-definition.js';

/** Disables validation in browsers: the API validates forms. */
const NOT_BY_BROWSER: FormAttributes = { novalidate: 'novalidate' };

const MISMATCH = 'The password fields must match.';

/** Registration form (accounts.md section 8.2). Clients rely on the order of the fields. */
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
  description: 'Requests a change of the email address. An empty value cancels a pending request.',
  fields: [
    {
      name: 'newEmailAddress',
      type: 'email',
      label: 'Login Email',
      attr: { autocomplete: 'username email' },
    },
    // Optional: canceling requires no password, and an account may have none.
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
  description: 'Changes the password of the signed-in user.',
  fields: [
    // Password managers need the user name.
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
  description: 'Sets a new password with the token of a mailed link.',
  realtime_validate_disabled: true,
  attr: { id: 'password_update_form', ...NOT_BY_BROWSER },
  fields: [
    { name: 'username', type: 'text', attr: { autocomplete: 'username' } },
    { name: 'plainNewPasswordConfirmationToken', type: 'hidden' },
    newPassword({ first: 'Create Password', second: 'Repeat Password', mismatch: MISMATCH }),
    { name: 'submit', type: 'submit', label: 'Login' },
  ],
};

/** Sign-in form, sent to the login endpoint `loginPath` instead of `/submit`. */
export function userLogin(loginPath: string): FormDefinition {
  return {
    name: 'UserLoginType',
    'x-form-name': '',
    description: 'Signs a user in.',
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
