export function App() {
  return <h1>Explorer</h1>
}
