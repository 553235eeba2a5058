import type { Actor } from '../contract/context.js';
import { isOfType } from '../validation/json-type.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ScalarField } from '../contract/resource.js';
import type { ViolationList } from '../contract/validation.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { validationFailed } from '../errors/catalog.js';
import { expressionFields, isGranted, ROLE_SUPER_ADMIN, type UserRow } from '../security/index.js';
import { parseDateTime } from '../serializer/date-time.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import { createViolationList } from '../validation/violation-list.js';
import type { UserChanges } from './user-changes.js';

export interface UserInput {
  /**
   * The members of a body that its sender may write; others are ignored (accounts.md section 6.1).
   * @throws AppError 422 for members of the wrong JSON type.
   */
  read(body: JsonObject, sender: InputSender): UserChanges;
  /** The names of the members that the sender may write. */
  members(sender: InputSender): readonly string[];
}

export interface InputSender {
  readonly actor: Actor;
  /** The user that is changed; undefined on create, where username and address are everybody's to choose. */
  readonly subject: UserRow | undefined;
  readonly now: Date;
}

const ROLE = /^ROLE_[A-Z0-9_]{1,100}$/;

const FOR_EVERYBODY = ['plainPassword', 'oldPassword', 'newEmailAddress'] as const;

export function createUserInput(deps: {
  readonly fields: readonly ScalarField[];
  readonly gate: ExpressionGate;
}): UserInput {
  return {
    read(body, sender) {
      const violations = createViolationList();
      const changes: UserChanges = {
        ...readTexts(body, textMembers(sender), violations),
        ...(isSuperAdmin(sender) ? readSuperAdminMembers(body, violations) : {}),
      };
      const custom = readCustom(body, writableFields(deps, sender), violations, sender.now);
      if (violations.items.length > 0) throw validationFailed(violations.items);
      return Object.keys(custom).length === 0 ? changes : { ...changes, custom };
    },
    members: (sender) => [
      ...textMembers(sender),
      ...(isSuperAdmin(sender) ? ['enabled', 'roles'] : []),
      ...writableFields(deps, sender).map(({ name }) => name),
    ],
  };
}

type TextMember = 'username' | 'emailAddress' | (typeof FOR_EVERYBODY)[number];

const isSuperAdmin = ({ actor }: InputSender): boolean => isGranted(actor, ROLE_SUPER_ADMIN);

function textMembers(sender: InputSender): readonly TextMember[] {
  const namesAccount = isSuperAdmin(sender) || sender.subject === undefined;
  return namesAccount ? ['username', 'emailAddress', ...FOR_EVERYBODY] : FOR_EVERYBODY;
}

function readTexts(body: JsonObject, names: readonly TextMember[], violations: ViolationList): UserChanges {
  const texts: Partial<Record<TextMember, string | null>> = {};
  for (const name of names) {
    const value = body[name];
    if (value === undefined) continue;
    if (value === null || typeof value === 'string') texts[name] = value;
    else addTypeViolation(violations, name, 'string');
  }
  return texts;
}

function readSuperAdminMembers(body: JsonObject, violations: ViolationList): UserChanges {
  const { enabled, roles } = body;
  if (enabled !== undefined && typeof enabled !== 'boolean') addTypeViolation(violations, 'enabled', 'bool');
  return {
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...(roles === undefined ? {} : { roles: readRoles(roles, violations) }),
  };
}

function readRoles(value: JsonValue, violations: ViolationList): string[] {
  if (!Array.isArray(value)) {
    addTypeViolation(violations, 'roles', 'array');
    return [];
  }
  // The narrowing of readonly arrays by Array.isArray loses the element type.
  return (value as readonly JsonValue[]).flatMap((role, index) => {
    if (typeof role === 'string' && ROLE.test(role)) return [role];
    violations.add({ propertyPath: `roles[${index}]`, message: 'This value is not valid.', code: null });
    return [];
  });
}

function writableFields(
  { fields, gate }: { readonly fields: readonly ScalarField[]; readonly gate: ExpressionGate },
  { actor, subject }: InputSender,
): readonly ScalarField[] {
  const groups = new Set(['Default', 'User:input']);
  if (isGranted(actor, ROLE_SUPER_ADMIN)) groups.add('User:superAdmin');
  const object = subject === undefined ? null : expressionFields(subject);
  return fields.filter(
    ({ writable, writeGroups, writeIf }) =>
      writable &&
      (writeGroups === undefined || writeGroups.some((group) => groups.has(group))) &&
      (writeIf === undefined || gate(writeIf, actor, object)),
  );
}

function readCustom(
  body: JsonObject,
  fields: readonly ScalarField[],
  violations: ViolationList,
  now: Date,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const raw = body[field.name];
    if (raw === undefined) continue;
    if (raw === null) {
      if (field.nullable) values[field.name] = null;
      else addTypeViolation(violations, field.name, field.accepts.join('|'));
    } else if (!field.accepts.some((type) => isOfType(raw, type))) {
      addTypeViolation(violations, field.name, field.accepts.join('|'));
    } else {
      values[field.name] = field.type === 'datetime' ? readDate(field.name, raw, violations, now) : raw;
    }
  }
  return values;
}

function readDate(name: string, raw: JsonValue, violations: ViolationList, now: Date): Date | undefined {
  const date = typeof raw === 'string' ? parseDateTime(raw, now) : undefined;
  if (date === undefined) {
    violations.add({ propertyPath: name, message: 'This value is not a valid datetime.', code: null });
  }
  return date;
}

function addTypeViolation(violations: ViolationList, propertyPath: string, type: string): void {
  violations.add({
    propertyPath,
    message: `This value should be of type ${type}.`,
    code: VIOLATION_CODES.type,
  });
}
