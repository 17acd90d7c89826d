import { expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { openBesideMetrics } from './beside-metrics.js'

it('counts requests by the server that responds, and comparisons by their result', async () => {
  const metrics = await openBesideMetrics(parseConfig({ metrics: { port: 9464 } }))
  let comparisons = 4
  metrics.compare(() => ({ comparisons, differences: 1, differentShapes: 2 }))
  metrics.served(2)
  metrics.served(3)
  metrics.refused()
  metrics.forwarded({ kind: 'status', message: 'GET /api/articles?token=secret' }, 200)
  await metrics.text?.()
  comparisons = 5
  const { text = '' } = (await metrics.text?.()) ?? {}
  expect(text.split('\n').filter((line) => /^content_api_beside.*(total|count|shapes)/.test(line))).toEqual([
    'content_api_beside_request_duration_seconds_count{served_by="content-api"} 2',
    'content_api_beside_request_duration_seconds_count{served_by="strapi"} 1',
    'content_api_beside_forwarded_total{reason="status"} 1',
    'content_api_beside_refused_total 1',
    'content_api_beside_compared_total{result="equal"} 4',
    'content_api_beside_compared_total{result="different"} 1',
    'content_api_beside_different_shapes 2',
  ])
  expect(text).not.toContain('secret')
})

it('measures nothing without the section', async () => {
  expect(await openBesideMetrics(parseConfig({}))).toMatchObject({ meter: null, text: null })
})
