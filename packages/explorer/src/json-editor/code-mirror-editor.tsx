import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useId, useRef } from 'react'
import { editorTheme, highlighting } from './editor-theme.js'
import type { JsonEditorProps } from './json-editor.tsx'

/**
 * Renders the editor in a shadow root. There, CodeMirror uses constructed style sheets, which the policy
 * `style-src 'self'` allows. Elsewhere it would insert a `<style>` element, which the policy forbids.
 */
export function CodeMirrorEditor({ label, value, onChange, errors = [], readOnly = false }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const settings = useRef(new Compartment())
  const errorsId = useId()
  const isInvalid = errors.length > 0

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const reportChange = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed.current?.(update.state.doc.toString())
    })
    const state = EditorState.create({ doc: value, extensions: [base, settings.current.of([]), reportChange] })
    const editor = new EditorView({ state, parent: root, root })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
    // The editor has its own document. The effect below sets later values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: settings.current.reconfigure(settingsOf(label, readOnly, isInvalid)) })
  }, [label, readOnly, isInvalid])

  useEffect(() => {
    const editor = view.current
    const current = editor?.state.doc.toString()
    if (editor && current !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return (
    <div className="stack">
      <div
        ref={host}
        className="json-editor"
        data-read-only={readOnly || undefined}
        data-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorsId : undefined}
      />
      {isInvalid && (
        <div id={errorsId} className="issue">
          {errors.join(' ')}
        </div>
      )}
    </div>
  )
}

const base: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  bracketMatching(),
  json(),
  syntaxHighlighting(highlighting),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
  EditorView.lineWrapping,
  editorTheme,
]

/** Describes how to leave the editor: after Escape, CodeMirror lets Tab move the focus for two seconds. */
function settingsOf(label: string, readOnly: boolean, isInvalid: boolean): Extension {
  const name = readOnly ? `${label}, read only` : `${label}. Escape, then Tab leaves the editor.`
  return [
    EditorView.contentAttributes.of({ 'aria-label': name, 'aria-invalid': String(isInvalid), tabindex: '0' }),
    EditorState.readOnly.of(readOnly),
    readOnly ? [] : linter(emptyIsNothing),
  ]
}

const findMistakes = jsonParseLinter()
/** Reports syntax errors. An empty editor means no value, and is not an error. */
const emptyIsNothing: typeof findMistakes = (view) =>
  view.state.doc.toString().trim() === '' ? [] : findMistakes(view)
