import { conformance } from '../src/adapters/vitest.js'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'

// Each scenario is a test: the adapter is used here as by its users.
conformance('The second server through the vitest adapter', {
  setup: () => Promise.resolve({ fetch: createSecondServer().fetch }),
  configuration: { tokens: { full: 'conformance-full-access' } },
  selection: { only: ['write.*', 'rest.relations.many-to-many.*'] },
})
