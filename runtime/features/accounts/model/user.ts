import type { UserExtension } from '../../../kernel/contract/schema/manifest.js';
import type {
  ComputedField,
  FieldDescriptor,
  ResourceDescriptor,
} from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { email, length, notBlank } from '../../../kernel/validation/constraints/index.js';
import { userColumns } from './tables.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import { scalarField, textField, timestampFields } from '../../../kernel/metadata/field-builders.js';

const OUTPUT = 'User:output';
const INPUT = 'User:input';
const SUPER_ADMIN = 'User:superAdmin';

/** Validation groups beyond `Default` (accounts.md section 6.3). */
export const PASSWORD_CREATE = 'User:password:create';
export const EMAIL_ADDRESS = 'User:emailAddress';

export const DUPLICATE_USERNAME = 'Sorry, that user already exists in the database.';
export const DUPLICATE_EMAIL_ADDRESS = 'Sorry, that email address already exists in the database.';

/** Declares a password in request bodies, which is hashed or compared but never stored or shown. */
const passwordField = (name: string): ComputedField => ({
  kind: 'computed',
  name,
  readable: false,
  writable: true,
  writeGroups: [INPUT],
});

const superAdminField = { readGroups: [OUTPUT, SUPER_ADMIN], writeGroups: [SUPER_ADMIN] };
/** Names can be chosen by anyone for a new account. */
const nameField = {
  readGroups: [OUTPUT, SUPER_ADMIN],
  writeGroups: [INPUT, SUPER_ADMIN],
  writeIf: "is_granted('ROLE_SUPER_ADMIN') or object == null",
};

/** Fields of accounts.md section 6. Access is configured by `user.security`. */
const members: Omit<ResourceDescriptor, 'concealed'> = {
  ...CORE_DEFAULTS,
  name: 'User',
  description: 'A user account.',
  path: '/users',
  table: 'user',
  operations: ['collection', 'create', 'read', 'update', 'delete'],
  fields: [
    textField('username', 'username', { nullable: false, length: 255, ...nameField }),
    textField('emailAddress', 'email_address', {
      nullable: false,
      length: 255,
      format: 'email',
      ...nameField,
    }),
    scalarField('roles', {
      column: 'roles',
      type: 'json',
      accepts: ['array'],
      items: 'string',
      nullable: false,
      default: ['ROLE_USER'],
      ...superAdminField,
    }),
    scalarField('enabled', {
      column: 'enabled',
      type: 'boolean',
      accepts: ['bool'],
      nullable: false,
      default: true,
      readGroups: [SUPER_ADMIN],
      writeGroups: [SUPER_ADMIN],
    }),
    passwordField('plainPassword'),
    passwordField('oldPassword'),
    textField('newEmailAddress', 'new_email_address', {
      length: 255,
      format: 'email',
      readGroups: [OUTPUT],
      writeGroups: [INPUT],
    }),
    scalarField('emailAddressVerified', {
      column: 'email_address_verified',
      type: 'boolean',
      accepts: ['bool'],
      nullable: false,
      writable: false,
      readGroups: [OUTPUT],
    }),
    ...timestampFields(),
  ],
  orderFields: ['createdAt', 'username'],
  searchFields: ['username', 'emailAddress'],
  readGroups: ['Default', OUTPUT, 'User:timestamped:read'],
  writeGroups: ['Default', INPUT],
  roleGroups: [{ role: 'ROLE_SUPER_ADMIN', groups: [SUPER_ADMIN] }],
  isPersonal: true,
  isNeverEmbedded: true,
  isThrottled: true,
  validate: validateUserAccount,
};

const shown = new Set(members.fields.map((field) => ('column' in field ? field.column : field.name)));

/** The user type, with concealed columns for hashes, tokens, times and normalized names. */
export const user: ResourceDescriptor = {
  ...members,
  concealed: userColumns
    .filter(({ name }) => name !== 'id' && !shown.has(name))
    .map(({ name, type }) => ({ column: name, type })),
};

/** Returns the descriptor with the application's fields (`schemas/User.json`). */
export function userResource(extension?: UserExtension): ResourceDescriptor {
  if (extension === undefined) return user;
  const validate: Validate = (value, context) => {
    validateUserAccount(value, context);
    if (context.groups.has('Default')) extension.validate?.(value, context);
  };
  return { ...user, fields: [...user.fields, ...extension.fields.map(asOptional)], validate };
}

/** Makes a custom field nullable, because accounts created earlier or by the console have no value. */
function asOptional(field: FieldDescriptor): FieldDescriptor {
  return field.kind === 'scalar' ? { ...field, nullable: true } : field;
}

/** Validates the rules of accounts.md section 6.3 that need no database. */
export function validateUserAccount(
  value: Parameters<Validate>[0],
  { groups, violations }: Parameters<Validate>[1],
): void {
  const { username, emailAddress, newEmailAddress, plainPassword } = value;
  if (groups.has('Default')) {
    notBlank({ violations, path: 'username', value: username }, { message: 'Please enter a username.' });
    length({ violations, path: 'username', value: username }, { max: 255 });
    notBlank(
      { violations, path: 'emailAddress', value: emailAddress },
      { message: 'Please enter your email address.' },
    );
    email({ violations, path: 'emailAddress', value: emailAddress });
    length({ violations, path: 'emailAddress', value: emailAddress }, { max: 255 });
  }
  if (groups.has('Default') || groups.has(EMAIL_ADDRESS)) {
    notBlank({ violations, path: 'newEmailAddress', value: newEmailAddress ?? null }, { allowNull: true });
    email({ violations, path: 'newEmailAddress', value: newEmailAddress });
    length({ violations, path: 'newEmailAddress', value: newEmailAddress }, { max: 255 });
  }
  if (groups.has(PASSWORD_CREATE)) {
    notBlank(
      { violations, path: 'plainPassword', value: plainPassword },
      {
        message: 'Please enter your desired password.',
      },
    );
    if (typeof plainPassword === 'string' && plainPassword !== '') {
      length(
        // Normalized as for hashing.
        { violations, path: 'plainPassword', value: plainPassword.normalize('NFKC') },
        {
          min: 8,
          minMessage: 'Your password must be at least 8 characters long.',
          max: 4096,
          maxMessage: 'Your password cannot be over 4096 characters',
        },
      );
    }
  }
}
