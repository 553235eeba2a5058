import type { Translations } from '../kernel/contract/message.js';
import { KERNEL_MESSAGES } from '../kernel/messages/german.js';
import { createMessages, type Messages } from '../kernel/messages/messages.js';
import { loadProjectMessages } from '../project/project-messages.js';
import { messagesOf } from '../project/project-texts.js';
import type { OpenedModel } from './open-model.js';

export interface LoadedMessages {
  readonly messages: Messages;
  /** Notices about translations of the project that match no message. */
  readonly unknownTexts: readonly string[];
}

/** Loads the messages of the kernel, the features and the project, which override the others. */
export async function loadMessages(
  { loaded, manifest }: OpenedModel,
  projectRoot: string,
): Promise<LoadedMessages> {
  const catalogues = [KERNEL_MESSAGES, ...loaded.map(({ declared }) => declared.messages ?? {})];
  const ofProject = await loadProjectMessages(projectRoot);
  const builtIn = catalogues.flatMap((catalogue) =>
    Object.values<Translations>(catalogue).flatMap((texts) => Object.keys(texts)),
  );
  return {
    messages: createMessages([...catalogues, ofProject.catalogue]),
    unknownTexts: ofProject.unknownTexts(new Set([...builtIn, ...messagesOf(manifest)])),
  };
}
