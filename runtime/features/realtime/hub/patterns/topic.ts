import { type ComponentName, COMPONENTS } from './url-components.js';

/** A topic of an update, parsed as a URL at most once for all patterns. */
export interface Topic {
  readonly text: string;
  /** Undefined if the topic is not a URL; no pattern matches it. */
  readonly url: TopicUrl | undefined;
}

export type TopicUrl = Readonly<Record<ComponentName, string>>;

/** Creates a topic. Relative topics are resolved against the hub's URL (realtime.md section 1.4). */
export function createTopic(text: string, hubUrl: string): Topic {
  let url: TopicUrl | undefined;
  let isRead = false;
  return {
    text,
    get url() {
      if (!isRead) url = readUrl(text, hubUrl);
      isRead = true;
      return url;
    },
  };
}

function readUrl(text: string, hubUrl: string): TopicUrl | undefined {
  if (!URL.canParse(text, hubUrl)) return undefined;
  const url = new URL(text, hubUrl);
  const valueOf = (name: ComponentName): string => {
    if (name === 'protocol') return url.protocol.slice(0, -1);
    return name === 'search' || name === 'hash' ? url[name].slice(1) : url[name];
  };
  const values = COMPONENTS.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(values) as TopicUrl; // one value for each component
}
