import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { address, send } from '../../api/client';
import { keys } from '../../api/queries';

/** Begins a run of this very text and goes to its page. */
export function useStart() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, name }: { text: string; name: string }) =>
      send<{ id: string }>('POST', address(['runs'], { name: `${name || 'profile'}.yaml` }), { yaml: text }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: keys.runs });
      void navigate(`/runs/${encodeURIComponent(id)}`);
    },
  });
}
