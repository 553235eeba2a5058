import type { JsonValue } from '../../kernel/contract/json.js';
import type { Question } from '../../kernel/ports/workers.js';
import { createKeptMessages } from './kept-messages.js';
import type { FromPrimary } from './messages.js';

/** A worker as the primary process reaches it. */
export interface Member {
  send(message: FromPrimary): void;
}

/** Passes questions of workers on to workers, and replies back. It lives in the primary process, so that questions have one order. */
export interface Exchange {
  /** Tells a worker what is kept, and asks it from then on. */
  join(member: Member): void;
  leave(member: Member): void;
  /** Asks the others in the name of `asker`, which is sent `replies` with `id`. */
  ask(asker: Member, asked: { readonly id: number; readonly question: Question }): void;
  reply(member: Member, reply: { readonly id: number; readonly body: JsonValue }): void;
}

interface Pending {
  readonly waitsFor: Set<Member>;
  readonly bodies: JsonValue[];
  end(): void;
}

export function createExchange(): Exchange {
  const members = new Set<Member>();
  /** Members that did not reply in time. Nobody waits for one until it replies again. */
  const late = new Set<Member>();
  const pending = new Map<number, Pending>();
  const kept = createKeptMessages();
  let questions = 0;

  function settle(asked: Pending, member: Member): void {
    if (asked.waitsFor.delete(member) && asked.waitsFor.size === 0) asked.end();
  }

  return {
    join(member) {
      for (const { topic, body } of kept.all()) member.send({ kind: 'question', id: null, topic, body });
      members.add(member);
    },
    leave(member) {
      members.delete(member);
      late.delete(member);
      for (const asked of [...pending.values()]) settle(asked, member);
    },
    ask(asker, { id, question }) {
      const { topic, body, to, patienceMs } = question;
      kept.add(question);
      const number = (questions += 1);
      const asked = [...members].filter((member) => to === 'all' || member !== asker);
      for (const member of asked) member.send({ kind: 'question', id: number, topic, body });
      const waitsFor = new Set(asked.filter((member) => !late.has(member)));
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
      const asked = pending.get(id);
      if (asked === undefined) return;
      if (body !== null) asked.bodies.push(body);
      settle(asked, member);
    },
  };
}
