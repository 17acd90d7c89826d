import { expect, it } from 'vitest'
import { runReproductions } from '../scripts/lib/run-reproductions.mjs'

const bodyOf = (run: string, documentId: string, at: string, name: string) =>
  JSON.stringify({ data: { id: Number(at.slice(17, 19)), documentId, marker: `${run}-x`, name, createdAt: at } })

const before = bodyOf('cnf0123456789ab', 'a23456789012345678901234', new Date().toISOString(), 'wrong')
const again = (name: string) => bodyOf('cnf1764259200x77', 'b23456789012345678901234', new Date().toISOString(), name)
const printing = (status: number, body: string) =>
  `printf 'Expected …\\nReceived now: status ${status}\\nHTTP/1.1 ${status} OK\\r\\nserver: x\\r\\n\\r\\n%s\\n' '${body}'`

it('finds scripts of failures whose last response differs from that in the report', async () => {
  const scripts = {
    'same-failure': printing(200, again('wrong')),
    'other-status': printing(404, again('wrong')),
    'other-value': printing(200, again('right')),
    'failing-step': 'echo "Step 1 returned status 400"; exit 1',
    'no-response': 'echo "$1"',
  }
  const exchanges = [{ status: 201 }, { status: 200, body: before }]
  const results = Object.entries(scripts).map(([id, script]) => ({
    id,
    script,
    exchanges,
    verdict: 'fail',
    shownBy: 1,
  }))
  const passing = { id: 'passing', verdict: 'pass', exchanges, shownBy: 0 }
  const outcomes = await runReproductions({ results: [...results, passing] }, 'http://127.0.0.1:1337')
  expect(Object.fromEntries(outcomes.map(({ id, problem }) => [id, problem]))).toEqual({
    'same-failure': undefined,
    'other-status': 'gets status 404 instead of 200',
    'other-value': 'gets another body',
    'failing-step': 'ends with code 1',
    'no-response': 'prints no response',
  })
  expect(outcomes.at(-1)?.output).toBe('http://127.0.0.1:1337\n')
})
