// This server with users, for tests of several packages.
export { openService, password } from '../../packages/server/test/support/service.js'
