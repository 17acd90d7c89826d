import { expect, it } from 'vitest'
import { lenient, strict } from '../../../server/test/support/plan-context.js'
import { unrestricted } from '@content-api/core/entries/caller'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { planAttachment } from './attachment.js'
import type { UploadScope } from './upload-scope.js'

const scopeOf = (context: PlanContext) => ({ context: () => context }) as unknown as UploadScope

const plan = (context: PlanContext, request: Parameters<typeof planAttachment>[1]) =>
  planAttachment(scopeOf(context), request, unrestricted)

it.each([strict, lenient])('rejects an unknown type and suggests the right one', (context) => {
  const request = { ref: 'api::artikle.article', refId: '1', field: 'cover' }
  expect(() => plan(context, request)).toThrow('Did you mean "api::article.article"?'.replaceAll('"', ''))
})

it('ignores an unknown attribute or an invalid id in lenient mode and rejects them in strict mode', () => {
  for (const request of [
    { ref: 'api::article.article', refId: '1', field: 'nope' },
    { ref: 'api::article.article', refId: 'x', field: 'cover' },
  ]) {
    expect(() => plan(lenient, request)).not.toThrow()
    expect(() => plan(strict, request)).toThrow(/must be/)
  }
})
