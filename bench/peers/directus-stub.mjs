// Node loads this before Directus. It replaces a native module that only runs code of flows and extensions,
// because a build of it needs the headers of the Node that runs Directus.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'isolated-vm'
      ? { url: 'node:util', format: 'builtin', shortCircuit: true }
      : next(specifier, context),
})
