// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Requests } from './history.js';
/** What the caller may do and see: the types of the site with their members, bodies and rights. */
export interface AdminModel {
    readonly service: {
        readonly version: string;
        readonly prefix: string;
        readonly frontEnd: string | null;
        readonly hub: string | null;
        /** In development: path of the stream that tells when there are other types. */
        readonly changes: string | null;
    };
    readonly me: {
        readonly iri: string;
        readonly username: string;
        /** As they are stored. */
        readonly roles: readonly string[];
        /** With all that they imply. */
        readonly granted: readonly string[];
    };
    readonly types: readonly AdminType[];
    readonly features: readonly string[];
}
export type Group = 'component' | 'page_data' | 'structure' | 'site' | 'people';
export interface AdminType {
    readonly name: string;
    /** Below the prefix: `/component/titles`. */
    readonly path: string;
    readonly group: Group;
    readonly description: string | null;
    readonly may: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'delete' | 'publish', boolean>>;
    /** Names of the members that its publication is kept in; null for types without drafts. */
    readonly publishable: AdminPublication | null;
    /** Names of the members that say when a record was made and changed; null for types that do not tell. */
    readonly timestamps: AdminTimestamps | null;
    /** Only groups that name it take it. */
    readonly positionRestricted: boolean;
    /** Members that hold a file. */
    readonly files: readonly string[];
    readonly members: readonly AdminMember[];
    readonly input: JsonSchema;
    readonly patch: JsonSchema;
    /** What `inputSchema` of a generated client takes as the rules of the type, without functions. */
    readonly rules: object;
    readonly search: boolean;
    readonly orders: readonly string[];
    readonly filters: readonly AdminFilter[];
    /** Forms whose submissions are stored as such records. */
    readonly forms?: readonly AdminForm[];
}
/** By the names that the keyword `x-publishable` gives them. */
export interface AdminPublication {
    /** The date of publication. */
    readonly field: string;
    /** What a draft is a draft of. */
    readonly publishedAssociation: string;
    /** The draft of what is published. */
    readonly draftAssociation: string;
}
/** By the names that the keyword `x-timestamped` gives them. */
export interface AdminTimestamps {
    readonly created: string;
    readonly modified: string;
}
/** A form of the site. */
export interface AdminForm {
    readonly name: string;
    readonly fields: readonly {
        readonly member: string;
        /** What visitors read beside the value; the name of the member where that is null. */
        readonly label: string | null;
        /** As form types name it: `email`. */
        readonly type: string;
    }[];
}
export interface AdminFilter {
    readonly name: string;
    readonly kind: string;
    readonly values?: readonly string[];
}
export type MemberKind = 'string' | 'text' | 'html' | 'integer' | 'number' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'time' | 'enum' | 'iri' | 'iris' | 'json' | 'list' | 'object' | 'file';
export interface AdminMember {
    readonly name: string;
    readonly kind: MemberKind;
    readonly schema: JsonSchema;
    readonly required: boolean;
    readonly nullable: boolean;
    readonly readOnly: boolean;
    readonly writeOnly: boolean;
    readonly createOnly: boolean;
    /** Names of the types that an address may name. */
    readonly targets: readonly string[];
    /** Rules of the value or the file, as schema files write them, those that need the service left out. */
    readonly constraints?: readonly Readonly<Record<string, unknown>>[];
}
/** The keywords that screens look at; there may be others. */
export interface JsonSchema {
    readonly type?: string | readonly string[];
    readonly title?: string;
    readonly description?: string;
    readonly enum?: readonly unknown[];
    readonly default?: unknown;
    readonly format?: string;
    readonly items?: JsonSchema;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly exclusiveMinimum?: number;
    readonly exclusiveMaximum?: number;
    readonly pattern?: string;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, JsonSchema>>;
}
/** What the caller may do and see; for people, machine tokens are refused. */
export declare const adminModel: ({ request }: Requests) => Promise<AdminModel>;
