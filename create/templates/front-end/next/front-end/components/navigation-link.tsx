import Link from 'next/link';
import type { NavigationLink } from '../../generated/types/index.js';

interface Props {
  readonly link: NavigationLink;
  readonly path: string;
}

/** Renders a link. If the visitor can't see the target, the URL is missing and only the label is rendered. */
export function NavigationLinkView({ link: { label, url }, path }: Props) {
  if (url == null) return null;
  return (
    <Link href={url} aria-current={url === path ? 'page' : undefined}>
      {label}
    </Link>
  );
}
