import { jsonText } from './json-text.js'
import { requestTarget, type WriteRequest } from './write-requests.js'

/** A request as it will be sent: method, URL, and its body as JSON. */
export function RequestPreview({ request }: { readonly request: WriteRequest }) {
  return (
    <div className="request-preview">
      <p className="request-line">
        <span className="badge accent">{request.method}</span> <code>{location.origin + requestTarget(request)}</code>
      </p>
      {request.body !== undefined && (
        <pre tabIndex={0} aria-label="Body of the request">
          <code>{jsonText(request.body, 56)}</code>
        </pre>
      )}
    </div>
  )
}
