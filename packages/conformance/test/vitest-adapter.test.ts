import { conformance } from '../src/adapters/vitest.js'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'

// Each of these is a test of its own: the adapter is used here as its users use it.
conformance('The second server through the vitest adapter', {
  setup: () => Promise.resolve({ fetch: createSecondServer().fetch }),
  configuration: { tokens: { full: 'conformance-full-access' } },
  selection: { only: ['write.*', 'rest.relations.many-to-many.*'] },
})
