import type { AnswerSteps } from '../../kernel/contract/http/answer-steps.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { FormAdditions } from '../../extension-points/forms/form-definition.js';
import type { Representation, RepresentationExtension } from '../../kernel/contract/records/operations.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { ShownForm } from './engine/compiled-form.js';
import type { FormTypes, RegisteredFormType } from './form-types.js';
import { FORM } from './is-form.js';
import { SHOWN_AT } from './notation/field-keywords.js';
import type { ShownMoments } from './honeypot-fields.js';

export interface FormShower {
  /** Returns the form as this caller sees it; `action` is its submit URL. */
  shown(type: RegisteredFormType, action: string, context: RequestContext): Promise<ShownForm>;
  /** Adds the empty form to a document. */
  show(representation: Representation, action: string, context: RequestContext): Promise<void>;
  /** Returns the type of a stored Form; undefined if it no longer exists. */
  typeOf(representation: Pick<Representation, 'record'>): RegisteredFormType | undefined;
}

export function createFormShower(types: FormTypes, moments: ShownMoments): FormShower {
  const shower: FormShower = {
    typeOf({ record }) {
      const { formType } = record.values;
      return typeof formType === 'string' ? types.find(formType) : undefined;
    },
    async shown(type, action, context) {
      const { definition } = type;
      const { data, help } = await additionsOf(type, context);
      const isTimed = definition.minimum_fill_time !== undefined;
      return {
        action,
        now: context.now,
        data: { ...data, ...(isTimed ? { [SHOWN_AT]: moments.sign(type.name, context.now) } : {}) },
        ...(help === undefined ? {} : { help }),
      };
    },
    async show(representation, action, context) {
      const type = shower.typeOf(representation);
      if (type === undefined) return;
      representation.members.formView = type.compiled.view(await shower.shown(type, action, context));
      if (isPrivate(type)) representation.headers['Cache-Control'] = 'private, no-store';
    },
  };
  return shower;
}

/** Returns the additions of a form type. If its code fails, they are omitted, because the form works without them. */
async function additionsOf(type: RegisteredFormType, context: RequestContext): Promise<FormAdditions> {
  try {
    return (await type.shown?.(context)) ?? {};
  } catch (err) {
    if (err instanceof AppError) throw err;
    context.log.error({ msg: 'form type failed to provide its view data', form: type.name, err });
    return {};
  }
}

/** Returns whether a form depends on the caller or the time, so that it must not be cached (contract decision 22). */
const isPrivate = ({ isPrivate: isDeclared, definition }: RegisteredFormType): boolean =>
  isDeclared === true || definition.minimum_fill_time !== undefined;

/**
 * Adds `formView` to a Form in responses about that form alone, never in lists or other documents (components.md
 * section 5.1). Types may be project code, so responses to writes add it after the commit (contract decision 74).
 */
export function createFormView(
  shower: FormShower,
  actionOf: (id: string) => string,
  steps: AnswerSteps,
): RepresentationExtension {
  return {
    inNested: false,
    appliesTo: ({ name }) => name === FORM,
    async extend(representations, purpose, { context, session }) {
      // The response to a submission contains the form as submitted.
      if (purpose === 'collection' || purpose === 'submission') return;
      for (const representation of representations)
        await steps.take(session, () =>
          shower.show(representation, actionOf(representation.record.id), context),
        );
    },
  };
}
