import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
  server: { host: process.env['HOST'] ?? 'localhost', port: Number(process.env['PORT'] ?? 5173), strictPort: true },
})
