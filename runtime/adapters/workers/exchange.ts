import type { JsonValue } from '../../kernel/contract/json.js';
import type { Question } from '../../kernel/contract/workers.js';
import { createRecentMessages } from './recent-messages.js';
import type { FromPrimary } from './messages.js';

/** A worker as seen by the primary process. */
export interface Member {
  send(message: FromPrimary): void;
}

/**
 * Relays messages between workers, and their replies. It runs in the primary process, so that messages have
 * one order.
 */
export interface Exchange {
  /** Sends a worker the kept messages, then all new ones. */
  join(member: Member): void;
  leave(member: Member): void;
  /** Sends a message to workers; `asker` receives `replies` with `id`. */
  ask(asker: Member, requested: { readonly id: number; readonly question: Question }): void;
  reply(member: Member, reply: { readonly id: number; readonly body: JsonValue }): void;
}

interface Pending {
  readonly waitsFor: Set<Member>;
  readonly bodies: JsonValue[];
  end(): void;
}

export function createExchange(): Exchange {
  const members = new Set<Member>();
  /** Members that did not reply in time. They are not waited for until they reply again. */
  const late = new Set<Member>();
  const pending = new Map<number, Pending>();
  const kept = createRecentMessages();
  let questions = 0;

  function settle(requested: Pending, member: Member): void {
    if (requested.waitsFor.delete(member) && requested.waitsFor.size === 0) requested.end();
  }

  return {
    join(member) {
      for (const { topic, body } of kept.all()) member.send({ kind: 'question', id: null, topic, body });
      members.add(member);
    },
    leave(member) {
      members.delete(member);
      late.delete(member);
      for (const requested of [...pending.values()]) settle(requested, member);
    },
    ask(asker, { id, question }) {
      const { topic, body, to, patienceMs } = question;
      kept.add(question);
      const number = (questions += 1);
      const requested = [...members].filter((member) => to === 'all' || member !== asker);
      for (const member of requested) member.send({ kind: 'question', id: number, topic, body });
      const waitsFor = new Set(requested.filter((member) => !late.has(member)));
      const bodies: JsonValue[] = [];
      const end = (): void => {
        clearTimeout(timer);
        pending.delete(number);
        asker.send({ kind: 'replies', id, bodies });
      };
      const timer = setTimeout(() => {
        for (const member of waitsFor) late.add(member);
        end();
      }, patienceMs);
      pending.set(number, { waitsFor, bodies, end });
      if (waitsFor.size === 0) end();
    },
    reply(member, { id, body }) {
      late.delete(member);
      const requested = pending.get(id);
      if (requested === undefined) return;
      if (body !== null) requested.bodies.push(body);
      settle(requested, member);
    },
  };
}
