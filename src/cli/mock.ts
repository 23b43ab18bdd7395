import { Command, InvalidArgumentError } from 'commander';
import { readConfig, readPort } from '../app/config.ts';
import { readEnvironment } from '../app/environment.ts';
import { createMockApp } from '../app/mock-app.ts';
import { museumCalendar, systemClock } from '../core/clock.ts';
import { createLog } from '../http/log.ts';
import { BASE_PATH } from '../web/api/index.ts';
import { announceCrash, logWarnings, tellOperator } from './announce.ts';
import { listenFailure } from './preconditions.ts';
import { waitForShutdown } from './shutdown-signal.ts';

interface MockOptions {
  readonly port?: number;
  readonly host?: string;
}

export default (): Command =>
  new Command('mock')
    .description(
      'Run the mock server on its own: the same API, which responds with its examples. It needs no database, stores nothing and accepts any credentials. The headers "Prefer: code=404", "Prefer: example=NAME" and "Prefer: dynamic=true" choose the response.',
    )
    .option('--port <port>', 'port to listen on; 0 for any free port (default: PORT, or 4010)', parsePort)
    .option('--host <host>', 'address to listen on (default: HOST, or 127.0.0.1)')
    .action(serveMock);

async function serveMock(options: MockOptions): Promise<void> {
  const { PORT, LOG_LEVEL, LOG_FORMAT, ...environment } = readEnvironment();
  const { HOST, MUSEUM_TIME_ZONE, MUSEUM_CURRENCY } = environment;
  const { MUSEUM_CORS_ORIGINS, MUSEUM_WEBHOOK_ALLOW_PRIVATE } = environment;
  const config = {
    ...readConfig({
      ...{ LOG_LEVEL, LOG_FORMAT, HOST, MUSEUM_TIME_ZONE, MUSEUM_CURRENCY },
      ...{ MUSEUM_CORS_ORIGINS, MUSEUM_WEBHOOK_ALLOW_PRIVATE },
      PORT: PORT?.trim() || '4010',
    }),
    ...options,
  };
  const log = createLog(config);
  const ending = waitForShutdown((error) => announceCrash(log, error));
  logWarnings(log);
  const server = createMockApp(
    { ...config, clock: systemClock, calendar: museumCalendar(systemClock, config.timeZone) },
    log,
    config.corsOrigins,
  );
  const address = await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenFailure(error, config);
  });
  await tellOperator(
    log,
    `The mock server is running. It accepts any user name and password, and stores nothing.\n\n  Base address   ${address}${BASE_PATH}\n  Documentation  ${address}/docs\n`,
  );
  const exitCode = await ending;
  await server.close();
  await tellOperator(log, 'Stopped.');
  process.exit(exitCode);
}

function parsePort(text: string): number {
  try {
    return readPort(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
