import { describe, expect, it } from 'vitest'
import { hookedTypes } from './hooked-types.js'
import { sourceModule } from './source/source-module.js'

const file = 'src/api/article/content-types/article/lifecycles.js'
const hooked = (source: string) => [...hookedTypes([sourceModule({ file, source })])]

describe('types with lifecycle hooks', () => {
  it.each([
    ['afterFindMany', `module.exports = {\n  async afterFindMany(event) {} }`, 2],
    ['beforeCount', `exports.beforeCount = () => {}`, 1],
    ['an ES module', `export default { async beforeFindOne() {} }`, 1],
    ['unknown exports', `module.exports = require('../hooks')`, 1],
  ])('are forwarded for %s', (_, source, line) => {
    expect(hooked(source)).toMatchObject([['api::article.article', { file, line }]])
  })

  it.each([
    'module.exports = { beforeCreate() {}, async afterUpdate() {} }',
    'export const afterDelete = () => {}',
    '',
  ])('are served for %s', (source) => expect(hooked(source)).toEqual([]))
})
