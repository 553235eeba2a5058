import { defineConfig, type FormSuccessHandler } from 'cms-api-components';

const packOrder: FormSuccessHandler = ({ data }, { context, afterCommit }) => {
  afterCommit(async () => context.log.info({ msg: `${String(data.amount)} to pack` }));
};

export default defineConfig({
  website_name: 'My site',
  extensions: {
    constraints: {
      polite(value, { violations, path, message }) {
        if (/damn/i.test(String(value))) violations.add({ propertyPath: path, message, code: null });
      },
    },
    formHandlers: { packOrder },
  },
});
