import fc from 'fast-check';

/** Properties use the same values in every run, so that none fails at random. `FC_SEED` selects others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_101) });
