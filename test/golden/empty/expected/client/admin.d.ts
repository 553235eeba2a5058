// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { Requests } from './history.js';
/** Types of the site that the caller can use, with members, bodies and permissions. */
export interface AdminModel {
    readonly service: {
        readonly version: string;
        readonly prefix: string;
        readonly frontEnd: string | null;
        readonly hub: string | null;
        /** Path of an event stream that reports changes of types. Only in development. */
        readonly changes: string | null;
    };
    readonly me: {
        readonly iri: string;
        readonly username: string;
        /** Stored roles. */
        readonly roles: readonly string[];
        /** Stored and implied roles. */
        readonly granted: readonly string[];
    };
    readonly types: readonly AdminType[];
    readonly features: readonly string[];
}
export type Group = 'component' | 'page_data' | 'structure' | 'site' | 'people';
export interface AdminType {
    readonly name: string;
    /** Path of the collection, without the prefix: `/component/titles`. */
    readonly path: string;
    readonly group: Group;
    readonly description: string | null;
    readonly may: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'delete' | 'publish', boolean>>;
    /** Names of the members for publication; null for types without drafts. */
    readonly publishable: AdminPublication | null;
    /** Names of the members with the creation and modification time; null for types without them. */
    readonly timestamps: AdminTimestamps | null;
    /** Whether only groups that list the type accept it. */
    readonly positionRestricted: boolean;
    /** Members that contain a file. */
    readonly files: readonly string[];
    readonly members: readonly AdminMember[];
    readonly input: JsonSchema;
    readonly patch: JsonSchema;
    /** Rules of the type for `inputSchema` of a generated client, without functions. */
    readonly rules: object;
    readonly search: boolean;
    readonly orders: readonly string[];
    readonly filters: readonly AdminFilter[];
    /** Forms that store submissions as this type. */
    readonly forms?: readonly AdminForm[];
}
/** Member names from the keyword `x-publishable`. */
export interface AdminPublication {
    /** Member with the publication date. */
    readonly field: string;
    /** Member of a draft with its published version. */
    readonly publishedAssociation: string;
    /** Member of a published version with its draft. */
    readonly draftAssociation: string;
}
/** Member names from the keyword `x-timestamped`. */
export interface AdminTimestamps {
    readonly created: string;
    readonly modified: string;
}
/** Form of the site. */
export interface AdminForm {
    readonly name: string;
    readonly fields: readonly {
        readonly member: string;
        /** Label of the field; if null, use the member name. */
        readonly label: string | null;
        /** Field type of the form: `email`. */
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
    /** Names of the types that can be referenced. */
    readonly targets: readonly string[];
    /** Constraints that clients can check, in the notation of schema files. */
    readonly constraints?: readonly Readonly<Record<string, unknown>>[];
}
/** Keywords that the admin uses; there may be others. */
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
/** Reads the model for the caller. Requires a session; access tokens are not accepted. */
export declare const adminModel: ({ request }: Requests) => Promise<AdminModel>;
