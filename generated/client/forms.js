// Generated from schemas/ by `cms generate`, which overwrites this file.

export const ExampleChildType = { name: 'ExampleChildType' };
export const ExampleFormType = { name: 'ExampleFormType' };
