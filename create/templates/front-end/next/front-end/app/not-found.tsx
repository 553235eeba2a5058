import { Refused } from '../components/refused';

export default function NotFound() {
  return <Refused title="Not found">There is no page at this address.</Refused>;
}
