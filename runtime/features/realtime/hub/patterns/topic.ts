import { type ComponentName, COMPONENTS } from './url-components.js';

/** A topic of an update, read as a URL at most once, however many patterns are asked about it. */
export interface Topic {
  readonly text: string;
  /** Undefined for a topic that is no URL, which no pattern matches. */
  readonly url: TopicUrl | undefined;
}

export type TopicUrl = Readonly<Record<ComponentName, string>>;

/** Relative topics resolve against the URL of the hub (realtime.md section 1.4). */
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
