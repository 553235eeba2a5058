import { createCollectionPrinter, type CollectionPrinter } from './collection-printer.js';
import { createItemAnswer, type ItemAnswer } from './resource-endpoints.js';
import { createIgnoredInput, type IgnoredInput } from './ignored-input.js';
import { createReportIgnored, type ReportIgnored } from './report-ignored.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createDeclaredTo, createReadsPath } from '../reads/declared-parameters.js';
import type { ExpressionGuard } from '../serializer/field-access.js';
import { createItemSerializer, type ItemSerializer } from '../serializer/item-serializer.js';
import type { KernelConfig } from '../settings/config.js';

/** Builds responses, in the same way for all resources and endpoints. */
export interface Answers {
  readonly serializer: ItemSerializer;
  readonly printCollection: CollectionPrinter;
  readonly ignored: IgnoredInput;
  readonly report: ReportIgnored;
  item(resource: RegisteredResource): ItemAnswer;
  /** Whether writes must send `If-Match`. */
  readonly requireIfMatch: boolean;
}

interface AnswersDeps {
  readonly config: Pick<
    KernelConfig,
    'environment' | 'metadataKey' | 'hydraPrefix' | 'pagination' | 'writes'
  >;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly guard: ExpressionGuard;
}

export function createAnswers({ config, registry, iris, guard }: AnswersDeps): Answers {
  const serializer = createItemSerializer({ registry, iris, guard, metadataKey: config.metadataKey });
  const report = createReportIgnored(config);
  const declaredTo = createDeclaredTo(createReadsPath({ registry, guard }));
  return {
    serializer,
    printCollection: createCollectionPrinter({ serializer, iris, hydraPrefix: config.hydraPrefix }),
    ignored: createIgnoredInput({ config, declaredTo, guard, report }),
    report,
    item: (resource) => createItemAnswer(resource, { serializer, iris }),
    requireIfMatch: config.writes.requireIfMatch,
  };
}
