import { partsByType } from '../../kernel/prepared-resource.js';
import { once } from '../../kernel/util/async/once.js';
import { checkStates } from '../../kernel/writes/validate-write.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { ReadScope, Representation } from '../../kernel/contract/records/operations.js';
import type { EvaluatedState, StateCheck } from '../../kernel/contract/records/writes.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { inFieldOrder } from '../../kernel/validation/violation-order.js';
import type { Publication } from './publication.js';
import { isPublishable, requirePublishable } from '../../kernel/metadata/publication-state.js';
import { violationBody } from '../../kernel/errors/problem-body.js';
import type { MessageText, ResponseMessages } from '../../kernel/contract/message.js';
import { describeViolations } from '../../kernel/errors/catalog.js';

/** Adds the violations that would prevent publishing an item, for callers who may see drafts. */
export type SoftValidation = (representations: readonly Representation[], scope: ReadScope) => Promise<void>;

const NOTHING_SENT: ReadonlySet<string> = new Set();

/**
 * Creates the soft check of components.md section 2.8. It applies `checkStates`, like a write. Uniqueness is left
 * out: writes check only changed values, against drafts and published rows, so stored values have passed.
 */
export function createSoftValidation(deps: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly checks: () => readonly StateCheck[];
}): SoftValidation {
  const { registry, publication } = deps;
  const allChecks = once(() => partsByType(registry, deps.checks()));
  return async (representations, scope) => {
    const evaluated = representations.flatMap((representation) => {
      const resource = registry.require(representation.record.type);
      const seesViolations =
        isPublishable(resource) && publication.maySeeDrafts(resource, scope.context.actor);
      return seesViolations
        ? [{ representation, resource, state: evaluatedState(representation, resource) }]
        : [];
    });
    const [first] = evaluated;
    if (first === undefined) return;
    // Documents shown together are of one type.
    const { resource: type } = first;
    const states = evaluated.map(({ state }) => state);
    await checkStates(states, { resource: type, checks: allChecks()(type) }, scope);
    for (const { representation, resource, state } of evaluated) {
      report(representation, inFieldOrder(state.violations.items, resource), scope.context.messages);
    }
  };
}

function evaluatedState({ record }: Representation, resource: RegisteredResource): EvaluatedState {
  const { validationGroups } = requirePublishable(resource).publishable;
  return {
    id: record.id,
    before: record,
    resource,
    values: record.values,
    groups: new Set(['Default', ...resource.validationGroups.update, ...validationGroups]),
    sent: NOTHING_SENT,
    violations: createViolationList(),
  };
}

function report(
  { headers, metadata }: Representation,
  violations: readonly Violation[],
  messages: ResponseMessages | undefined,
): void {
  headers['valid-to-publish'] = violations.length === 0 ? '1' : '0';
  if (violations.length > 0) metadata.violations = violationDocument(violations, messages);
}

/**
 * Creates the document of core.md section 3 with the entries of contract decision 44: clients read
 * `violations[0].title`.
 */
function violationDocument(found: readonly Violation[], messages: ResponseMessages | undefined): JsonObject {
  const translate = (text: MessageText): string => messages?.translate(text) ?? text.message;
  const violations = found.map((violation) => {
    const { propertyPath, message, hint, code } = violationBody(violation, translate);
    return {
      propertyPath,
      message,
      title: message,
      template: violation.message,
      parameters: {},
      ...(hint === undefined ? {} : { hint }),
      ...(code === undefined ? {} : { code, type: `urn:uuid:${String(code)}` }),
    };
  });
  return {
    '@type': 'ConstraintViolationList',
    type: 'https://symfony.com/errors/validation',
    title: 'Validation Failed',
    detail: describeViolations(violations),
    violations,
  };
}
