// The modules that it declares have no file of their own that could be imported.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./assets.d.ts" />
import type { ComponentType, ReactNode } from 'react';

/** The parts of the admin that a project has of its own: the default export of `admin/index.tsx`. */
export interface OwnAdmin {
  /** Inputs of forms, by type and member (`Title.title`) or by the kind of a member (`html`). */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Values in the columns of lists, by type and member or by kind. A member that is named is a column. */
  readonly columns?: Readonly<Record<string, ComponentType<ColumnProps>>>;
  /** Whole pages, by the name of the type. */
  readonly lists?: Readonly<Record<string, ComponentType<PageProps>>>;
  readonly edits?: Readonly<Record<string, ComponentType<PageProps>>>;
  readonly creates?: Readonly<Record<string, ComponentType<PageProps>>>;
  /** Pages that belong to no type, with a line in the menu. */
  readonly screens?: readonly Screen[];
  /** Parts below the form of a record. */
  readonly panels?: readonly Panel[];
  /** Words by language: `own.NAME` for `useTranslate`. */
  readonly words?: Readonly<Record<string, Words>>;
}

export interface Words {
  readonly [name: string]: string | Words;
}

export interface InputProps {
  readonly member: AdminMember;
  /** It shows its value and takes none. */
  readonly isLocked: boolean;
}

export interface ColumnProps {
  readonly type: AdminType;
  readonly member: AdminMember;
  readonly record: AdminRecord;
}

export interface PageProps {
  readonly type: AdminType;
}

export interface Screen {
  /** Below the address of the admin: one word. */
  readonly path: string;
  /** What the menu calls it: words, or a key of them. */
  readonly label: string;
  readonly Page: ComponentType;
  /** Whether there is anything in it for whoever signed in; without it, for everybody. */
  isFor?(model: AdminModel): boolean;
}

export interface Panel {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType<{ readonly type: AdminType; readonly record: AdminRecord }>;
  isFor(type: AdminType, model: AdminModel): boolean;
}

/** What the caller may do and see: the answer of `GET /admin/model`. */
export interface AdminModel {
  readonly service: {
    readonly version: string;
    readonly prefix: string;
    readonly frontEnd: string | null;
    readonly hub: string | null;
  };
  readonly me: { readonly iri: string; readonly username: string; readonly roles: readonly string[] };
  readonly types: readonly AdminType[];
  readonly features: readonly string[];
}

export interface AdminType {
  readonly name: string;
  /** Below the prefix: `/component/titles`. */
  readonly path: string;
  readonly description: string | null;
  readonly may: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'delete' | 'publish', boolean>>;
  /** Names of the members that its publication is kept in; null for types without drafts. */
  readonly publishable: {
    readonly field: string;
    readonly publishedAssociation: string;
    readonly draftAssociation: string;
  } | null;
  readonly members: readonly AdminMember[];
}

export interface AdminMember {
  readonly name: string;
  /** Such as `string`, `html`, `iri` or `file`: `GET /admin/model` in the documentation of the API lists them. */
  readonly kind: string;
  /** What may be sent, or read. */
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly targets: readonly string[];
}

/** The keywords that screens look at; there may be others. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A document of the API. */
export interface ApiDocument {
  readonly '@id': string;
  readonly '@type': string;
  readonly [member: string]: unknown;
}

/** A document as lists and forms hold it. */
export interface AdminRecord extends ApiDocument {
  readonly id: string;
}

export interface RequestOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: object;
}

/** The signed-in client of the service; the documentation of the generated client says more. */
export interface AdminClient {
  /** @param path below the prefix, or the `@id` of a document */
  request<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  list(
    resource: Resource,
    query?: object,
  ): Promise<{ readonly member: readonly ApiDocument[]; readonly totalItems: number }>;
  get(resource: Resource, iri: string): Promise<ApiDocument>;
  create(resource: Resource, input: object): Promise<ApiDocument>;
  update(resource: Resource, target: ApiDocument | string, patch: object): Promise<ApiDocument>;
  delete(resource: Resource, target: ApiDocument | string): Promise<void>;
}

/** A type as the client takes it. */
export interface Resource {
  readonly name: string;
  readonly path: string;
}

export interface Session {
  readonly model: AdminModel;
  /** @throws Error where whoever signed in sees no type of that name */
  typeOf(name: string): AdminType;
}

/** A member of the form around a component. */
export interface MemberField {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  /** What is wrong with the value, where something is. */
  readonly error: string | undefined;
  change(value: unknown): void;
  /** Whoever typed has left the field. */
  left(): void;
}

/** Names the own parts with their types checked; it answers what it is given. */
export function defineAdmin(own: OwnAdmin): OwnAdmin;

export const client: AdminClient;
export function resourceOf(type: Pick<AdminType, 'name' | 'path'>): Resource;
/** A name of a schema file as words: `HtmlContent` is "Html content". */
export function nameOf(name: string): string;
/** What a person would call the record. */
export function labelOf(type: AdminType | undefined, record: ApiDocument): string;

export function useSession(): Session;
/** The record of the page, form or row around a component. */
export function useRecord(): AdminRecord | undefined;
export function useMember(member: AdminMember): MemberField;
/** Words of the admin, and those of the project as `own.NAME`. */
export function useTranslate(): (key: string, values?: Readonly<Record<string, unknown>>) => string;
/** Shows a message for some seconds. */
export function useNotify(): (
  message: string,
  options?: { readonly type?: 'info' | 'success' | 'warning' | 'error' },
) => void;
/** Reads what is on the screen again. */
export function useRefresh(): () => void;
export function useNavigate(): (path: string) => void;

/** The heading of a page, at the top of the window. */
export const Title: ComponentType<{ readonly title: string }>;
export const Link: ComponentType<{ readonly to: string; readonly children?: ReactNode }>;
/** The input that a member has without a part of the project. */
export const MemberInput: ComponentType<InputProps>;
/** The pages that a type has without parts of the project. */
export const ListPage: ComponentType;
export const EditPage: ComponentType;
export const CreatePage: ComponentType;
