import './webhooks.css'
import { useState } from 'react'
import { FailureNotice } from '../frame/failure-notice.tsx'
import { type ExplorerDelivery, type ExplorerEvent, explorerPaths, type ExplorerWebhooks } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { Failure } from '../transport/response.js'
import { failureIn } from '../transport/transport.js'
import { useLoaded } from '../transport/use-loaded.js'

/** The latest events, the webhooks of the service, and their latest deliveries with the responses. */
export function WebhooksView() {
  const { transport, announce } = useExplorer()
  const [failed, setFailed] = useState<Failure | null>(null)
  const { value, failure, isLoading, reload } = useLoaded('webhooks', (signal) =>
    transport.read<ExplorerWebhooks>({ path: explorerPaths.webhooks, signal }),
  )
  const deliverAgain = async ({ id, name, hook }: ExplorerDelivery) => {
    setFailed(null)
    try {
      await transport.read({ method: 'POST', path: explorerPaths.deliverAgain, query: { delivery: String(id) } })
      announce(`${name} is delivered to ${hook} again`)
      reload()
    } catch (error) {
      setFailed(failureIn(error))
    }
  }
  return (
    <section className="stack webhooks" aria-labelledby="webhooks-title" aria-busy={isLoading || undefined}>
      <header className="row">
        <h2 id="webhooks-title" className="title grow">
          Events
        </h2>
        <button type="button" className="button" onClick={reload}>
          Load again
        </button>
      </header>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {failed && <FailureNotice failure={failed} />}
      {value && (
        <>
          <Events events={value.events} />
          {value.webhooks.length > 0 && (
            <>
              <h3 className="title">Webhooks</h3>
              <ul className="card body">
                {value.webhooks.map(({ name, url, enabled }) => (
                  <li key={name} className="row">
                    <strong>{name}</strong> <code>{url}</code>
                    {!enabled && <span className="badge warning">switched off</span>}
                  </li>
                ))}
              </ul>
              <Deliveries deliveries={value.deliveries} onDeliver={(delivery) => void deliverAgain(delivery)} />
            </>
          )}
        </>
      )}
    </section>
  )
}

function Events({ events }: { readonly events: readonly ExplorerEvent[] }) {
  if (events.length === 0) return <p className="hint">No entry has been written in the last days.</p>
  return (
    <div className="card latest" role="region" aria-label="Latest events" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Entry</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ id, name, type, entry, locale, at }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <code>
                  {type}
                  {entry !== null && ` ${entry}`}
                </code>
                {locale !== null && <span className="badge">{locale}</span>}
              </td>
              <td>
                <Moment at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Moment = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()}>
    {new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}
  </time>
)

interface DeliveriesProps {
  readonly deliveries: readonly ExplorerDelivery[]
  readonly onDeliver: (delivery: ExplorerDelivery) => void
}

function Deliveries({ deliveries, onDeliver }: DeliveriesProps) {
  if (deliveries.length === 0) return <p className="hint">No event has been delivered in the last days.</p>
  return (
    <div className="card deliveries" role="region" aria-label="Deliveries" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Webhook</th>
            <th scope="col">State</th>
            <th scope="col">Response</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onDeliver={() => onDeliver(delivery)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const looks = { waiting: 'badge', delivered: 'badge success', dead: 'badge warning' } as const

function DeliveryRow({ delivery, onDeliver }: { readonly delivery: ExplorerDelivery; readonly onDeliver: () => void }) {
  const { name, type, entry, hook, state, attempts, status, response, at } = delivery
  return (
    <tr>
      <th scope="row">
        {name}
        <div className="hint">
          <code>
            {type}
            {entry !== null && ` ${entry}`}
          </code>{' '}
          <Moment at={at} />
        </div>
      </th>
      <td>{hook}</td>
      <td>
        <span className={looks[state]}>{state}</span>
        <div className="hint">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</div>
      </td>
      <td>
        {status !== null && <strong>{status}</strong>} {response !== null && <code>{response}</code>}
      </td>
      <td>
        <button type="button" className="button small" onClick={onDeliver} aria-label={`Send ${name} to ${hook} again`}>
          Send again
        </button>
      </td>
    </tr>
  )
}
