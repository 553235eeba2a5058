import { randomUUID } from 'node:crypto';
import type { ApiRequest, Endpoint } from '../../../kernel/contract/http/http.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import type { Answers } from '../../../kernel/endpoints/answers.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { bareRepresentation } from '../../../kernel/reads/representations.js';
import type { RegisteredFormType } from '../form-types.js';
import type { FormShower } from '../form-view.js';
import { FORM } from '../is-form.js';
import type { AddressedForm, CreateSubmitEndpoints } from './submit.js';
import { describeSubmit, describeVirtualForm } from './describe-submits.js';

/** A form that always exists and has no row: `/component/forms/NAME`. */
export interface VirtualForm {
  readonly name: string;
  /** Name of its form type. */
  readonly formType: string;
}

export interface VirtualFormDeps {
  readonly resource: RegisteredResource;
  readonly answers: Pick<Answers, 'item'>;
  readonly shower: FormShower;
  readonly actionOf: (key: string) => string;
  readonly createSubmits: CreateSubmitEndpoints;
}

/** Creates GET and both submits of a form without a row (accounts.md section 8.4). None of them is cached. */
export function createVirtualFormEndpoints(
  { name, type }: { readonly name: string; readonly type: RegisteredFormType },
  { resource, answers, shower, actionOf, createSubmits }: VirtualFormDeps,
): readonly Endpoint[] {
  const pattern = `${resource.path}/${name}`;
  const action = actionOf(name);
  const find = async (): Promise<AddressedForm> => ({ representation: newForm(type), action });
  return [
    {
      method: 'GET',
      pattern,
      documentation: describeVirtualForm(name),
      async handle(request: ApiRequest) {
        const { representation } = await find();
        await shower.show(representation, action, request.context);
        return { ...answers.item(resource)(representation, request, 200), headers: {}, cache: 'private' };
      },
    },
    ...createSubmits({ pattern, find, documentation: (method) => describeSubmit(method, [type]) }),
  ];
}

function newForm({ identifier }: RegisteredFormType): Representation {
  // A virtual form is not placed on a page, but shows all members of a form (decision 95).
  const values = { formType: identifier, componentGroups: [], componentPositions: [] };
  return { ...bareRepresentation({ type: FORM, id: randomUUID(), values }), metadata: { persisted: false } };
}
