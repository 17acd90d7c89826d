import { lazy, Suspense } from 'react'

export interface JsonEditorProps {
  /** The name of the editor for assistive technology. It gains how to leave the editor by keyboard. */
  readonly label: string
  /** JSON, or what the user has typed so far. */
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** What is wrong with the value, beside errors of its syntax, which the editor finds itself. */
  readonly errors?: readonly string[] | undefined
  readonly readOnly?: boolean | undefined
}

const Editor = lazy(async () => {
  const { CodeMirrorEditor } = await import('./code-mirror-editor.js')
  return { default: CodeMirrorEditor }
})

/** Edits or shows JSON. CodeMirror is loaded when the first editor is shown. */
export function JsonEditor(props: JsonEditorProps) {
  const loading = (
    <p className="hint" role="status">
      Loading the editor…
    </p>
  )
  return (
    <Suspense fallback={loading}>
      <Editor {...props} />
    </Suspense>
  )
}
