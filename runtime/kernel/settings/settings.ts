import type { ConfigSchema } from './apply-schema.js';
import type { Place } from './place.js';
import {
  isRequired,
  type Members,
  type Setting,
  type ValuesOf,
  withoutDefault,
  type WrittenIn,
} from './setting.js';

/** Settings of one feature, or of the service itself. */
export interface Settings<Group extends Members = Members> {
  /** Feature name, by which the reference page groups its keys. */
  readonly name: string;
  readonly members: Group;
  /** Rejects invalid combinations of settings, including those of other features. */
  check?(config: never, place: Place): void;
  /** Returns notices for the operator about a valid configuration. */
  notices?(config: never): readonly string[];
}

export function defineSettings<Group extends Members>(settings: Settings<Group>): Settings<Group> {
  return settings;
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type ValuesOfEach<One> = One extends Settings<infer Group> ? ValuesOf<Group> : never;
type WrittenInEach<One> = One extends Settings<infer Group> ? WrittenIn<Group> : never;

/** Values of the settings of one feature, or of several as a union. */
export type SettingsOf<All extends Settings> = Intersection<ValuesOfEach<All>>;

/** Type of a file with these settings. */
export type FileOf<All extends Settings> = Intersection<WrittenInEach<All>>;

/** Merges all settings into one group; several features may contribute to the same group. */
export function joinSettings(all: readonly Settings[]): Setting {
  return { members: all.map(({ members }) => members).reduce(joinMembers, {}) };
}

function joinMembers(left: Members, right: Members): Members {
  const joined: Record<string, Setting> = { ...left };
  for (const [key, setting] of Object.entries(right)) {
    const ours = joined[key];
    if (ours === undefined) joined[key] = setting;
    else if (ours.members !== undefined && setting.members !== undefined && ours.steps === undefined)
      joined[key] = { ...setting, members: joinMembers(ours.members, setting.members) };
    else throw new Error(`Two features have the setting "${key}".`);
  }
  return joined;
}

/** Returns the JSON Schema of a setting in the file. */
export function schemaOf({ schema = { type: 'object' }, members, entry }: Setting): ConfigSchema {
  if (members !== undefined) {
    const inFile = Object.entries(members).filter(([, member]) => member.schema !== undefined);
    const needed = inFile.filter(([, member]) => isRequired(member)).map(([key]) => key);
    return {
      ...schema,
      additionalProperties: false,
      properties: Object.fromEntries(inFile.map(([key, member]) => [key, schemaOf(member)])),
      ...(needed.length === 0 ? {} : { required: needed }),
    };
  }
  if (entry === undefined) return schema;
  const each = withoutDefault(schemaOf(entry));
  return schema.type === 'array' ? { ...schema, items: each } : { ...schema, additionalProperties: each };
}

/** Returns the JSON Schema of a whole file, including the `$schema` key for editors. */
export function fileSchema(whole: Setting): ConfigSchema {
  const { properties, ...schema } = schemaOf(whole);
  return {
    ...schema,
    properties: { $schema: { type: 'string', description: 'This schema, for editors.' }, ...properties },
  };
}
