import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `VITE_API_URL` is the address of the service. `dev.mjs` sets it to the address of the atlas that it starts. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1' },
})
