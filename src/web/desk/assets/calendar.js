// On a phone the days before today may fill the screen.
if (matchMedia('(width < 40rem)').matches)
  document.querySelector('.calendar .today')?.scrollIntoView({ block: 'nearest' });

export {};
