import type { ComponentType } from 'react';
import type { MemberInputProps } from './member-input-props.js';

const inputs = new Map<string, ComponentType<MemberInputProps>>();

/** Sets the input of a member, named by type and member: `User.roles`. */
export const registerInput = (name: string, Input: ComponentType<MemberInputProps>): void =>
  void inputs.set(name, Input);

export const registeredInput = (name: string): ComponentType<MemberInputProps> | undefined =>
  inputs.get(name);
