import type { TeamMember } from '../../generated/types/index.js';
import { pictureOf } from '../lib/page';

export function TeamMemberView({ member: { name, role, _metadata } }: { readonly member: TeamMember }) {
  const portrait = pictureOf(_metadata.mediaObjects?.portrait, 'thumbnail');
  return (
    <section className="person">
      {portrait && (
        <img
          src={portrait.contentUrl}
          alt=""
          width={portrait.width ?? undefined}
          height={portrait.height ?? undefined}
        />
      )}
      <h2>{name}</h2>
      <p>{role}</p>
    </section>
  );
}
