import type { FormType } from 'cms-api-components';

export const signup: FormType = {
  definition: {
    name: 'SignupType',
    fields: [{ name: 'email', type: 'email', constraints: [{ NotBlank: {} }, { Email: {} }] }],
  },
  onSuccess(event, tools) {
    const { email } = event.data;
    if (String(email).endsWith('@example.com')) {
      tools.violation('email', 'Please use an address of your own.');
      return;
    }
    tools.afterCommit(async () => tools.context.log.info({ msg: `${String(email)} signed up` }));
    event.result = { data: { welcome: true } };
  },
};
