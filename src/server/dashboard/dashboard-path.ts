/** Where the dashboard stands; its files lie below. */
export const DASHBOARD_PATH = "/dashboard";
